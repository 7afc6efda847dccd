#include "answers/hunt.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "explorer/limits.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

// The most that a hunt takes beside a search that nobody has set a limit.
constexpr std::uint64_t usual_memory = std::uint64_t{1} << 30U;

// What a search leaves to the hunt beside it.
std::uint64_t share_of(std::uint64_t memory) { return memory / 4; }

ExploreOptions beside(ExploreOptions explore, const std::stop_token& stop) {
  explore.interrupted = [stop, asked = std::move(explore.interrupted)] {
    return stop.stop_requested() || (asked && asked());
  };
  explore.progress = {};
  explore.max_memory =
      explore.max_memory ? share_of(*explore.max_memory) : std::uint64_t{usual_memory};
  return explore;
}

// Waits, and then hunts until it is ended.
class HuntBeside {
 public:
  HuntBeside(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore,
             const HuntOptions& hunt)
      : machine_(machine), test_(test), explore_(explore), hunt_(hunt) {
    try {
      thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    } catch (const std::system_error&) {  // there is the search
    }
  }
  HuntBeside(const HuntBeside&) = delete;
  HuntBeside& operator=(const HuntBeside&) = delete;

  // What it has found, if it has begun.
  std::optional<Answer> end() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(report_);
  }

 private:
  void run(const std::stop_token& stop) {
    if (!has_waited(stop)) return;
    try {
      report_ = machine_.entry->hunt(test_, beside(explore_, stop), hunt_.found);
    } catch (const std::bad_alloc&) {  // the search may yet need less
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  bool has_waited(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, hunt_.after, [] { return false; });
    return !stop.stop_requested();
  }

  const ChosenMachine& machine_;
  const Test& test_;
  ExploreOptions explore_;
  const HuntOptions& hunt_;
  std::optional<Answer> report_;
  std::exception_ptr error_;
  std::jthread thread_;  // last: ends before the rest goes
};

Answer explored_beside(const ChosenMachine& machine, const Test& test,
                       const ExploreOptions& explore, const HuntOptions& hunt) {
  HuntBeside hunting(machine, test, explore, hunt);
  ExploreOptions searching = explore;
  if (searching.max_memory) *searching.max_memory -= share_of(*searching.max_memory);
  Answer report = machine.entry->explore(test, searching);
  std::optional<Answer> hunted = hunting.end();
  if (report.coverage.incomplete == Incomplete::memory) {
    report.coverage.reason = explain(Incomplete::memory, explore);
  }
  if (report.coverage.complete() || !hunted) return report;
  const auto retrace = [&](std::span<const Step> steps) {
    return machine.entry->replay(test, report.replayed_with, steps);
  };
  add_found(report, *std::move(hunted), retrace);
  return report;
}

}  // namespace

Answer explored_with(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore,
                     const HuntOptions& hunt) {
  ExploreOptions options = explore;
  options.machine = machine.options;
  switch (hunt.hunt) {
    case Hunt::none:
      break;
    case Hunt::alone:
      return machine.entry->hunt(test, options, hunt.found);
    case Hunt::beside:
      return explored_beside(machine, test, options, hunt);
  }
  return machine.entry->explore(test, options);
}

}  // namespace opexplore
