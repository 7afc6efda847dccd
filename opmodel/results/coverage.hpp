// How much of what there is an answer has seen.
#pragma once

#include <cstdint>
#include <string>

namespace opexplore {

/// Why a search stopped before it had seen every state.
enum class Incomplete : std::uint8_t {
  none,
  states,
  memory,
  time,
  interrupted,
  machine_bound,
  storage  ///< what lies on disk cannot be written, or not be read again
};

struct Coverage {
  Incomplete incomplete = Incomplete::none;
  std::string reason;  ///< why it is incomplete, one sentence; empty when complete
  /// Stopped early because the verdict was known and only the verdict was asked for.
  bool stopped_at_verdict = false;
  /// Only states from which the quantified condition could still be decided were visited: outcomes,
  /// counts and deadlocks are those that were met on the way.
  bool goal_directed = false;
  /// An execution ends, though none that was found is listed. Of a goal-directed search alone.
  bool ends_unlisted = false;
  /// The limit that ended a second search, for a trace, before it was found.
  Incomplete untraced = Incomplete::none;

  /// No limit ended it.
  bool complete() const { return incomplete == Incomplete::none; }
  /// Nor did the verdict: every outcome was seen.
  bool everything() const { return complete() && !stopped_at_verdict && !goal_directed; }
};

}  // namespace opexplore
