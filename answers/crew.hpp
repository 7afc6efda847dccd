// Processes that do jobs for one of them. Jobs and their results are texts that both sides
// understand; who sends them how, and who has died, is not known here.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace opexplore {

/// What one process can do for another.
struct CrewJob {
  std::string text;
  /// Jobs with one home go to one process while it has time: it may know what the next one needs.
  std::size_t home = 0;
};

/// A job that was done.
struct CrewResult {
  std::size_t job = 0;              ///< its number among those that were given
  std::optional<std::string> text;  ///< nothing when the processes that did it have died of it
};

/// One of several processes. The first hands out jobs, and does none; the others do them.
struct Crew {
  /// Gives the result; empty when the user has ended the run meanwhile.
  using Work = std::function<std::string(const std::string& job)>;

  bool leads = false;

  /// \name Of the first. Used by one thread.
  /// @{
  /// Hands out these in place of those before, whose results are dropped.
  std::function<void(std::vector<CrewJob>)> begin;
  /// Waits for a result, in the order in which they come; nothing when there are no more, or the
  /// user has ended the run. Throws std::runtime_error when nobody is left to do the rest.
  std::function<std::optional<CrewResult>()> next;
  /// @}

  /// \name Of the others.
  /// @{
  /// Does what is handed out until the first is gone.
  std::function<void(const Work&)> follow;
  /// Whether it is gone, so that what is under way need not be done. Cheap; from any thread.
  std::function<bool()> is_over;
  /// @}
};

}  // namespace opexplore
