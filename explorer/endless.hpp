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
#include <vector>

#include "explorer/level.hpp"
#include "explorer/limits.hpp"
#include "explorer/state_cursor.hpp"
#include "explorer/store.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// A machine that leaves out no loop iteration. Its states are those of M with these options.
template <TransitionSystem M>
M with_all_iterations(const Test& test, MachineOptions options) {
  options.prune_spins = false;
  return M(test, options);
}

// WART: liveness. What needs more states is not looked at.
/// So many states are gone through at most.
inline constexpr std::size_t most_endless_states = 20'000;
/// The graphs of so many states at most are gone through backwards.
inline constexpr std::size_t most_backward_states = 200'000;

/// For each of the encoded states, whether it is certain that no final state can be reached from
/// it. What lies behind a bound of the machine, or behind most_endless_states, may end.
/// Precondition: the machine leaves out no loop iteration.
std::vector<bool> never_end(const StateCursor& machine, const std::vector<std::string>& starts);

/// The first state of a completed search, by number, from which it has found no way to a final one,
/// although each state on the ways from there has a step: threads go round loops that change
/// something. Nothing if there is none, or if `looked_at` says that it is enough.
///
/// Reductions keep, of each state, which final ones can be reached; so what cannot end among the
/// states that were searched cannot end at all, as far as no loop iteration was left out behind it.
/// Where one was, an end counts as reached: never_end() has the last word on that.
std::optional<std::size_t> first_without_end(const StateCursor& machine, const VisitedSet& visited,
                                             LookedAt& looked_at);

/// Whether there is certainly none, as the steps say that a search has noted (Found::known_steps):
/// none of them is taken again. Which iterations were left out they do not say.
bool all_may_end(const StateCursor& machine, const VisitedSet& visited,
                 std::span<const KnownStep> known_steps);

}  // namespace opexplore
