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
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/backward_graph.hpp"
#include "explorer/level.hpp"
#include "explorer/limits.hpp"
#include "explorer/state_cursor.hpp"
#include "explorer/store.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// The machine, leaving out no loop iteration. It goes on from the states that it has with these
/// options, through as few others as it can, so that loops that write come round.
template <TransitionSystem M>
M with_all_iterations(const M& machine, const Test& test, MachineOptions options) {
  if constexpr (KeepsEnds<M>) options = M::keeping_ends(options);
  options.prune_spins = false;
  return like(machine, test, options);
}

// WART: liveness. What needs more states is not looked at.
/// So many states are gone through at most.
inline constexpr std::size_t most_endless_states = 20'000;
/// The graphs of so many states at most are gone through backwards.
inline constexpr std::size_t most_backward_states = 200'000;

/// What can be reached from the states that somebody asks about.
class Endings {
 public:
  /// The machine leaves out no loop iteration. `owner`: of what the cursor refers to.
  explicit Endings(StateCursor machine, std::shared_ptr<const void> owner = nullptr)
      : machine_(std::move(machine)), owner_(std::move(owner)) {}

  /// For each of the encoded states, whether it is certain that no final state can be reached from
  /// it, although an execution comes by there. What lies behind a bound of the machine, or behind
  /// the first most_endless_states of all calls, may end.
  std::vector<bool> never_end(const std::vector<std::string>& starts);

 private:
  std::uint32_t number_of(std::string_view state);

  StateCursor machine_;
  std::shared_ptr<const void> owner_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> states_;  // by number
  // Marks are of those that have been looked at. What is marked stays so, whatever else is met.
  BackwardGraph graph_;
};

/// Of the stored states, those of which Endings::never_end is certain.
std::vector<Position> endless_among(const std::vector<Position>& suspects,
                                    const VisitedSet& visited, Endings& endings);

/// The Endings of the machine that leaves out no loop iteration.
template <TransitionSystem M>
Endings endings_of(const M& machine, const Test& test, const MachineOptions& options) {
  // Not all machines can be moved.
  const std::shared_ptr<const M> whole(new M(with_all_iterations(machine, test, options)));
  return Endings(cursor_of(*whole), whole);
}

/// The first state of a completed search, by number, from which it has found no way to a final one,
/// although each state on the ways from there has a step: threads go round loops that change
/// something. Nothing if there is none, or if `looked_at` says that it is enough.
///
/// Reductions keep, of each state, which final ones can be reached; so what cannot end among the
/// states that were searched cannot end at all, as far as no loop iteration was left out behind it.
/// Where one was, an end counts as reached: Endings has the last word on that.
std::optional<std::size_t> first_without_end(const StateCursor& machine, const VisitedSet& visited,
                                             LookedAt& looked_at);

/// Whether there is certainly none, as the steps say that a search has noted (Found::known_steps):
/// none of them is taken again. Which iterations were left out they do not say.
bool all_may_end(const StateCursor& machine, const VisitedSet& visited,
                 std::span<const KnownStep> known_steps);

}  // namespace opexplore
