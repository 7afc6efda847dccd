// Searches on all cores, their results in order.
//
// Small searches run side by side, one thread each; one that outgrows `small` states
// is run again by itself with all threads. Or other processes do them. Each way gives the same
// result.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "answers/crew.hpp"
#include "explorer/explore.hpp"

namespace opexplore {

/// How results get from one process to another.
template <class Result>
struct ResultTexts {
  std::function<std::string(const Result&)> text;
  std::function<Result(std::string_view)> result;
  /// Of a job that those who did it have died of.
  std::function<Result(std::size_t index)> lost;
};

/// `Result` has a member `reached_max_states`: whether ExploreOptions::max_states ended a search.
template <class Result>
class Jobs {
 public:
  /// Does the job of that index under these options; called from several threads.
  using Job = std::function<Result(std::size_t index, const ExploreOptions& explore)>;

  /// Starts the jobs, if there are several and more than one thread is allowed. Of `explore` small
  /// ones get another number of threads and limit of states, and no progress: that is for a search
  /// that is waited for alone. `alone`: jobs that can be done only once, so not first as a small
  /// one.
  Jobs(ExploreOptions explore, std::size_t count, Job job, std::vector<bool> alone = {})
      : explore_(std::move(explore)),
        job_(std::move(job)),
        alone_(std::move(alone)),
        results_(count) {
    alone_.resize(count, false);
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads = explore_.threads > 0 ? explore_.threads : cores;
    if (threads < 2 || count < 2) return;
    const std::size_t workers = std::min<std::size_t>(threads, count);
    try {
      for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // fewer will do, and without any it is done here
    }
  }

  /// The same jobs, of which each process of the crew knows all. Of the first: the others do them,
  /// and what they have not done when the user ends the run is done here. Of the others: does jobs
  /// until the first has no more, and then has none itself; `explore` is for each of them.
  Jobs(ExploreOptions explore, std::size_t count, Job job, const Crew& crew,
       ResultTexts<Result> texts)
      : explore_(std::move(explore)),
        job_(std::move(job)),
        crew_(&crew),
        texts_(std::move(texts)),
        results_(crew.leads ? count : 0) {
    crew.leads ? hand_out() : follow();
  }

  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;
  /// Stops searches under way and waits for their threads.
  ~Jobs() { stopped_ = true; }

  std::size_t size() const { return results_.size(); }

  /// The result of one job; call it once for each, in order. Waits for a worker or does
  /// the job here.
  Result result(std::size_t index) {
    if (crew_ == nullptr && workers_.empty()) return run_here(index);
    std::optional<Result> result = crew_ == nullptr ? from_worker(index) : from_crew(index);
    return result ? std::move(*result) : run_here(index);
  }

 private:
  static constexpr std::uint64_t small = 1U << 14U;

  Result run_here(std::size_t index) const { return job_(index, explore_); }

  std::optional<Result> from_worker(std::size_t index) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return results_[index].has_value(); });
    std::optional<Result> result = std::move(*results_[index]);
    results_[index].emplace();  // what was handed out need not stay
    return result;
  }

  std::optional<Result> from_crew(std::size_t index) {
    while (!results_[index]) {
      const std::optional<CrewResult> done = crew_->next();
      if (!done) return std::nullopt;
      results_[done->job] = done->text ? texts_.result(*done->text) : texts_.lost(done->job);
    }
    return std::exchange(results_[index], std::optional<Result>()).value();
  }

  void hand_out() {
    std::vector<CrewJob> jobs;
    for (std::size_t i = 0; i < size(); ++i) jobs.push_back({std::to_string(i)});
    crew_->begin(std::move(jobs));
  }

  void follow() {
    explore_.threads = std::max(1U, explore_.threads);
    explore_.progress = {};
    explore_.interrupted = [this, ended = explore_.interrupted] {
      return crew_->is_over() || (ended && ended());
    };
    crew_->follow(
        [this](const std::string& job) { return texts_.text(run_here(std::stoull(job))); });
  }

  bool interrupted() const { return explore_.interrupted && explore_.interrupted(); }

  std::optional<Result> run_small(std::size_t index) const {
    if (alone_[index]) return std::nullopt;
    ExploreOptions explore = explore_;
    explore.threads = 1;
    explore.progress = {};
    explore.interrupted = [this] { return stopped_ || interrupted(); };
    const bool limited = explore.max_states.value_or(small + 1) > small;
    if (limited) explore.max_states = small;
    Result result = job_(index, explore);
    if (limited && result.reached_max_states) return std::nullopt;
    return result;
  }

  // Where memory is lacking the one who waits does it alone, and says what is wrong.
  std::optional<Result> attempted(std::size_t index) const {
    try {
      return run_small(index);
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  }

  void work() {
    for (std::size_t index = next_++; index < results_.size() && !stopped_; index = next_++) {
      std::optional<Result> result = attempted(index);
      const std::lock_guard lock(mutex_);
      results_[index] = std::move(result);
      ready_.notify_all();
    }
  }

  ExploreOptions explore_;
  Job job_;
  std::vector<bool> alone_ = {};
  const Crew* crew_ = nullptr;
  ResultTexts<Result> texts_ = {};
  /// By index: done or not yet; inside, the result unless the job outgrew a worker.
  std::vector<std::optional<std::optional<Result>>> results_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::vector<std::jthread> workers_;  ///< last: their destructors join before the rest goes
};

}  // namespace opexplore
