#include "tools/runner.hpp"

#include <algorithm>

#include "tools/interrupt.hpp"
#include "tools/progress.hpp"

namespace opexplore {

Runner::Runner(const Context& context, std::vector<Source> sources)
    : context_(context), sources_(std::move(sources)), results_(sources_.size()) {
  const unsigned asked = context.options.explore.threads;
  const unsigned threads = asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
  if (threads < 2 || sources_.size() < 2) return;
  const std::size_t workers = std::min<std::size_t>(threads, sources_.size());
  for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
}

Runner::~Runner() { stopped_ = true; }

SingleResult Runner::result(std::size_t index) {
  if (workers_.empty()) return run_here(index);
  std::optional<SingleResult> result;
  {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return results_[index].has_value(); });
    result = std::move(*results_[index]);
    results_[index].emplace();  // what was printed need not stay
  }
  return result ? std::move(*result) : run_here(index);
}

SingleResult Runner::run(std::size_t index, const ExploreOptions& explore) const {
  if (const auto* failure = std::get_if<Failure>(&sources_[index])) {
    return failed(context_, *failure);
  }
  if (interrupted()) {
    SingleResult result;
    result.code = ExitCode::cancelled;
    return result;
  }
  return run_single(context_, std::get<std::filesystem::path>(sources_[index]), explore);
}

SingleResult Runner::run_here(std::size_t index) const {
  ExploreOptions explore = context_.options.explore;
  explore.interrupted = interrupted;
  if (!context_.options.quiet) explore.progress = terminal_progress();
  SingleResult result = run(index, explore);
  if (explore.progress) clear_progress();
  return result;
}

std::optional<SingleResult> Runner::run_small(std::size_t index) const {
  ExploreOptions explore = context_.options.explore;
  explore.threads = 1;
  explore.interrupted = [this] { return stopped_ || interrupted(); };
  // Standard input can be read only once, so it is not tried out here.
  const auto* file = std::get_if<std::filesystem::path>(&sources_[index]);
  if (file != nullptr && *file == "-") return std::nullopt;
  const bool limited = explore.max_states.value_or(small + 1) > small;
  if (limited) explore.max_states = small;
  SingleResult result = run(index, explore);
  if (limited && result.incomplete == Incomplete::states) return std::nullopt;
  return result;
}

void Runner::work() {
  for (std::size_t index = next_++; index < sources_.size() && !stopped_; index = next_++) {
    std::optional<SingleResult> result = run_small(index);
    const std::lock_guard lock(mutex_);
    results_[index] = std::move(result);
    ready_.notify_all();
  }
}

}  // namespace opexplore
