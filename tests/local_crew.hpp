// A crew in one process: a job is done when its result is waited for.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answers/job_queue.hpp"

namespace opexplore::testing {

/// Has to outlive the crews that it gives.
class LocalCrew {
 public:
  explicit LocalCrew(std::size_t workers) : queue_(workers), workers_(workers) {}

  /// Who gets one of these dies of it.
  std::set<std::string> deadly = {};

  Crew follower() {
    Crew crew;
    crew.follow = [this](const Crew::Work& work) { work_ = work; };
    crew.is_over = [] { return false; };
    return crew;
  }

  Crew leader() {
    Crew crew;
    crew.leads = true;
    crew.begin = [this](std::vector<CrewJob> jobs) { queue_.begin(std::move(jobs)); };
    crew.next = [this] { return next(); };
    return crew;
  }

 private:
  std::optional<CrewResult> next() {
    for (;;) {
      if (auto result = queue_.take()) return result;
      if (queue_.is_done()) return std::nullopt;
      const JobQueue::Worker worker = turn_++ % workers_;
      const auto job = queue_.next(worker);
      if (!job) continue;
      if (deadly.contains(job->text)) {
        queue_.lose(worker);
      } else {
        queue_.finish(job->number, work_(job->text));
      }
    }
  }

  JobQueue queue_;
  std::size_t workers_;
  std::size_t turn_ = 0;
  Crew::Work work_;
};

}  // namespace opexplore::testing
