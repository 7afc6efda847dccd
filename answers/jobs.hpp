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
#include <map>
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

/// What jobs have to do with other processes: those that do them, and those that did some before.
template <class Result>
struct SharedJobs {
  const Crew* crew = nullptr;  ///< nobody else does them now

  /// \name How results get from one process to another.
  /// @{
  std::function<std::string(const Result&)> text = {};
  std::function<Result(std::string_view)> result = {};
  /// @}

  /// Of a job that those who did it have died of.
  std::function<Result(std::size_t index)> lost = {};

  std::map<std::size_t, Result> known = {};  ///< that need not be done again
  /// Gets each result that was not known, as soon as it is there; from several threads.
  std::function<void(std::size_t index, const Result&)> note = {};
};

/// `Result` has a member `reached_max_states`: whether ExploreOptions::max_states ended a search.
template <class Result>
class Jobs {
 public:
  /// Does the job of that index under these options; called from several threads.
  using Job = std::function<Result(std::size_t index, const ExploreOptions& explore)>;

  /// Starts the jobs, if there are several and more than one thread is allowed. Of `explore` small
  /// ones get another number of threads and limit of states, and no progress: that is for a search
  /// that is waited for alone.
  ///
  /// Of a crew each process knows all jobs. For the first the others do them, and what they have
  /// not done when the user ends the run is done here. One of the others does jobs, with these
  /// options each, until the first has no more, and then has none itself.
  Jobs(ExploreOptions explore, std::size_t count, Job job, SharedJobs<Result> shared = {})
      : explore_(std::move(explore)),
        job_(std::move(job)),
        shared_(std::move(shared)),
        known_(count),
        results_(count) {
    if (shared_.crew != nullptr && !shared_.crew->leads) {
      follow();
      results_.clear();
      return;
    }
    for (auto& [index, result] : shared_.known) {
      known_[index] = true;
      results_[index] = std::move(result);
    }
    shared_.crew != nullptr ? hand_out() : start_workers();
  }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;
  /// Stops searches under way and waits for their threads.
  ~Jobs() { stopped_ = true; }

  std::size_t size() const { return results_.size(); }

  /// The result of one job; call it once for each, in order. Waits for a worker or does
  /// the job here.
  Result result(std::size_t index) {
    std::optional<Result> result = shared_.crew != nullptr ? from_crew(index) : from_worker(index);
    return result ? std::move(*result) : run_here(index);
  }

 private:
  static constexpr std::uint64_t small = 1U << 14U;

  void start_workers() {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned threads = explore_.threads > 0 ? explore_.threads : cores;
    if (threads < 2 || size() < 2) return;
    const std::size_t workers = std::min<std::size_t>(threads, size());
    try {
      for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // fewer will do, and without any it is done here
    }
  }

  void hand_out() {
    std::vector<CrewJob> jobs;
    for (std::size_t i = 0; i < size(); ++i) {
      if (known_[i]) continue;
      jobs.push_back({std::to_string(i)});
      numbers_.push_back(i);
    }
    shared_.crew->begin(std::move(jobs));
  }

  void follow() {
    explore_.threads = std::max(1U, explore_.threads);
    explore_.progress = {};
    explore_.interrupted = [this, ended = explore_.interrupted] {
      return shared_.crew->is_over() || (ended && ended());
    };
    shared_.crew->follow(
        [this](const std::string& job) { return shared_.text(job_(std::stoull(job), explore_)); });
  }

  void note(std::size_t index, const Result& result) const {
    if (shared_.note) shared_.note(index, result);
  }

  Result run_here(std::size_t index) const {
    Result result = job_(index, explore_);
    note(index, result);
    return result;
  }

  // What was handed out need not stay.
  std::optional<Result> taken(std::size_t index) {
    return std::exchange(*results_[index], std::optional<Result>());
  }

  std::optional<Result> from_worker(std::size_t index) {
    std::unique_lock lock(mutex_);
    if (workers_.empty() && !results_[index]) return std::nullopt;
    ready_.wait(lock, [&] { return results_[index].has_value(); });
    return taken(index);
  }

  std::optional<Result> from_crew(std::size_t index) {
    while (!results_[index]) {
      const std::optional<CrewResult> done = shared_.crew->next();
      if (!done) return std::nullopt;
      const std::size_t number = numbers_[done->job];
      if (!done->text) {
        results_[number] = shared_.lost(number);
        continue;
      }
      Result result = shared_.result(*done->text);
      note(number, result);
      results_[number] = std::move(result);
    }
    return taken(index);
  }

  bool interrupted() const { return explore_.interrupted && explore_.interrupted(); }

  std::optional<Result> run_small(std::size_t index) const {
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
      if (known_[index]) continue;
      std::optional<Result> result = attempted(index);
      if (result) note(index, *result);
      const std::lock_guard lock(mutex_);
      results_[index] = std::move(result);
      ready_.notify_all();
    }
  }

  ExploreOptions explore_;
  Job job_;
  SharedJobs<Result> shared_;
  std::vector<bool> known_;
  std::vector<std::size_t> numbers_;  ///< of the jobs that were handed out
  /// By index: done or not yet; inside, the result unless the job outgrew a worker.
  std::vector<std::optional<std::optional<Result>>> results_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::vector<std::jthread> workers_;  ///< last: their destructors join before the rest goes
};

}  // namespace opexplore
