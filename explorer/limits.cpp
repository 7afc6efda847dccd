#include "explorer/limits.hpp"

namespace opexplore {

namespace {
constexpr std::chrono::milliseconds progress_interval{250};
}

Limits::Limits(const ExploreOptions& options)
    : options_(options), start_(Clock::now()), next_progress_(start_ + progress_interval) {}

double Limits::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool Limits::poll(const Progress& progress) {
  if (reason() != Incomplete::none) return true;
  const Clock::time_point now = Clock::now();
  if (options_.timeout && now - start_ >= *options_.timeout) reason_ = Incomplete::time;
  if (!options_.interrupted && !options_.progress) return reason() != Incomplete::none;
  if (const std::unique_lock lock(callbacks_, std::try_to_lock); lock) {
    // What ended it first is why: others that wait for the same moment may wish it to end, too.
    const bool in_time = reason() == Incomplete::none;
    if (in_time && options_.interrupted && options_.interrupted()) {
      reason_ = Incomplete::interrupted;
    }
    if (options_.progress && now >= next_progress_) {
      next_progress_ = now + progress_interval;
      Progress current = progress;
      current.seconds = std::chrono::duration<double>(now - start_).count();
      options_.progress(current);
    }
  }
  return reason() != Incomplete::none;
}

std::string explain(Incomplete reason, const ExploreOptions& options) {
  switch (reason) {
    case Incomplete::none:
    case Incomplete::machine_bound:
    case Incomplete::storage:
      break;  // the words of who found it
    case Incomplete::states:
      return "stopped at the limit of " + std::to_string(options.max_states.value_or(0)) +
             " states";
    case Incomplete::memory:
      return options.max_memory ? "stopped at the memory limit of " +
                                      std::to_string(*options.max_memory) + " bytes"
                                : "stopped because the states no longer fit the visited set";
    case Incomplete::time:
      return "stopped at the time limit of " +
             std::to_string(options.timeout.value_or(std::chrono::milliseconds{}).count()) +
             " milliseconds";
    case Incomplete::interrupted:
      return "interrupted";
  }
  return {};
}

}  // namespace opexplore
