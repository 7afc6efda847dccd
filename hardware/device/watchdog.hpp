// Work on a GPU is done in a child process: a kernel that does not end cannot be stopped otherwise,
// and after an error a process can no longer use the GPU. The parent never talks to the driver.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace opexplore::hardware {

/// How a job ended.
struct JobEnd {
  enum class Kind {
    done,
    failed,     ///< an exception; `reason` is its text
    timed_out,  ///< not a word for too long; the child was killed
    died,       ///< the child ended by itself: a signal
    cancelled   ///< not begun: the run was interrupted, or no other child could be started
  };
  Kind kind = Kind::done;
  std::string reason = {};  ///< of any kind but done
};

/// What a job says of itself while it runs. An empty text is a sign of life and goes no further.
using Tell = std::function<void(std::string_view)>;
using Job = std::function<void(std::size_t number, const Tell&)>;

/// Jobs to do one after the other. After a job that was not `done` the next one gets a new child.
struct WatchedJobs {
  std::size_t count = 0;
  /// In each child, at first: makes what its jobs need. NoDevice says that there is no use in going
  /// on; so does any other exception.
  std::function<Job()> begin;
  /// In the parent: what a job told.
  std::function<void(std::size_t job, std::string_view text)> told;
  /// In the parent, once for each job, in their order.
  std::function<void(std::size_t job, const JobEnd& end)> ended;
  /// Checked between jobs; the job that runs gets SIGTERM, and should end early by itself.
  std::function<bool()> interrupted = [] { return false; };
  std::chrono::milliseconds silence{10'000};        ///< that kills a job
  std::chrono::milliseconds begin_silence{60'000};  ///< that kills `begin`
};

/// WatchedJobs::begin failed; `what()` is why.
struct CannotBegin : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Does the jobs. No other thread may run: a child has a copy of this process. If the first child
/// cannot begin, throws NoDevice or CannotBegin.
void watch(const WatchedJobs& jobs);

}  // namespace opexplore::hardware
