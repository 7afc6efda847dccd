// States from which no final state can be reached, although threads go on there: they go round
// loops for ever.
//
// A search leaves out loop iterations that change nothing, which is exact for outcomes: there is an
// execution without them that ends in the same way. It is not exact for a single state. A thread in
// the middle of such an iteration has no step, and yet it may come round, read again what another
// thread has written by then, and leave the loop. So each iteration is gone through here.
// Iterations that change something are all in the graph of the search: what leads to no final state
// there is found going backwards.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/graph.hpp"
#include "explorer/graph/walker.hpp"
#include "explorer/limits.hpp"

namespace opexplore {

/// Another machine of the walker's form, leaving out no loop iteration. It goes on from the states
/// that the walker's has with these options, through as few others as it can, so that loops that
/// write come round.
Walker with_all_iterations(const Walker& walker, const Test& test, MachineOptions options);

// WART: liveness. What needs more states is not looked at.
/// So many states are gone through at most.
inline constexpr std::size_t most_endless_states = 20'000;
/// The graphs of so many states at most are gone through backwards.
inline constexpr std::size_t most_backward_states = 200'000;

/// What can be reached from the states that somebody asks about.
class Endings {
 public:
  /// The machine leaves out no loop iteration.
  explicit Endings(Walker walker) : walker_(std::move(walker)) {}

  /// For each of the encoded states, whether it is certain that no final state can be reached from
  /// it, although an execution comes by there. What lies behind a bound of the machine, or behind
  /// the first most_endless_states of all calls, may end.
  std::vector<bool> never_end(const std::vector<std::string>& starts);

 private:
  Walker walker_;
  Numbering states_;
  std::vector<Edge> edges_;
  std::vector<bool> may_end_;  // of those that have been looked at; what is marked stays so
};

/// Of the stored states, those of which Endings::never_end is certain.
std::vector<Position> endless_among(const std::vector<Position>& suspects,
                                    const VisitedSet& visited, Endings& endings);

/// The first state of a completed search, by number, from which it has found no way to a final one,
/// although each state on the ways from there has a step: threads go round loops that change
/// something. Nothing if there is none, or if `looked_at` says that it is enough.
///
/// Reductions keep, of each state, which final ones can be reached; so what cannot end among the
/// states that were searched cannot end at all, as far as no loop iteration was left out behind it.
/// Where one was, an end counts as reached: Endings has the last word on that.
std::optional<Position> first_without_end(const Walker& walker, const VisitedSet& visited,
                                          LookedAt& looked_at);

/// Whether there is certainly none, as the steps say that a search has noted (Found::known_steps):
/// none of them is taken again. Which iterations were left out they do not say.
bool all_may_end(const Walker& walker, const VisitedSet& visited,
                 std::span<const Edge> known_steps);

}  // namespace opexplore
