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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/transitions.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// A machine that leaves out no loop iteration. Its states are those of M with these options.
template <TransitionSystem M>
M with_all_iterations(const Test& test, MachineOptions options) {
  options.prune_spins = false;
  return M(test, options);
}

/// States as numbers, with the way back.
struct BackwardGraph {
  std::vector<std::vector<std::uint32_t>> predecessors;  ///< by state
  std::vector<bool> may_end;                             ///< by state; leads to all before it

  /// Marks whatever leads to a state that is marked.
  void spread();
};

// WART: liveness. What needs more states is not looked at.
/// So many states are gone through at most.
inline constexpr std::size_t most_endless_states = 20'000;
/// The graphs of so many states at most are gone through backwards.
inline constexpr std::size_t most_backward_states = 200'000;

/// For each of the encoded states, whether it is certain that no final state can be reached from
/// it. What lies behind a bound of the machine, or behind most_endless_states, may end.
/// Precondition: `machine` leaves out no loop iteration.
template <TransitionSystem M>
std::vector<bool> never_end(const M& machine, const std::vector<std::string>& starts) {
  BackwardGraph graph;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<const std::string*> states;  // by number
  const auto number_of = [&](std::string state) {
    const auto next = static_cast<std::uint32_t>(states.size());
    const auto [place, is_new] = numbers.try_emplace(std::move(state), next);
    if (is_new) {
      states.push_back(&place->first);
      graph.predecessors.emplace_back();
    }
    return place->second;
  };
  std::vector<std::uint32_t> asked;
  for (const std::string& start : starts) asked.push_back(number_of(start));

  typename M::State state = machine.initial();
  const auto ends_here = [&] {
    if (!machine.exceeded(state).empty() || machine.is_final(state)) return true;
    if constexpr (HasRaces<M>) return machine.has_raced(state);
    return false;
  };
  for (std::uint32_t number = 0; number < states.size(); ++number) {
    machine.decode(*states[number], state);
    const bool ends = number >= most_endless_states || ends_here();
    graph.may_end.push_back(ends);
    if (ends) continue;
    machine.for_each_step(state, [&](Step, typename M::State&& next) {
      std::string bytes;
      machine.encode(next, bytes);
      graph.predecessors[number_of(std::move(bytes))].push_back(number);
    });
  }
  graph.spread();
  std::vector<bool> result;
  result.reserve(asked.size());
  for (const std::uint32_t number : asked) result.push_back(!graph.may_end[number]);
  return result;
}

/// The first state of a completed search, by number, from which it has found no way to a final one,
/// although each state on the ways from there has a step: threads go round loops that change
/// something. Nothing if there is none, or if `looked_at` says that it is enough.
///
/// Reductions keep, of each state, which final ones can be reached; so what cannot end among the
/// states that were searched cannot end at all, as far as no loop iteration was left out behind it.
/// Where one was, an end counts as reached: never_end() has the last word on that.
template <TransitionSystem M>
std::optional<std::size_t> first_without_end(const M& machine, const VisitedSet& visited,
                                             LookedAt& looked_at) {
  const StateNumbers numbers(visited);
  BackwardGraph graph;
  graph.predecessors.resize(numbers.size());
  std::vector<bool> dead_ends;
  typename M::State state = machine.initial();
  std::string bytes;
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.decode(numbers.state(number), state);
    dead_ends.push_back(may_be_dead_end(machine, state));
    bool ends = machine.is_final(state) || !machine.exceeded(state).empty();
    if constexpr (HasRaces<M>) ends = ends || machine.has_raced(state);
    if (!ends) {
      bool stays = !dead_ends.back();
      const bool pruned = machine.for_each_step(state, [&](Step, typename M::State&& next) {
        stays = false;
        bytes.clear();
        machine.encode(next, bytes);
        graph.predecessors[numbers.number_of(bytes)].push_back(number);
      });
      ends = stays || (pruned && !dead_ends.back());
    }
    graph.may_end.push_back(ends);
  }
  graph.spread();
  for (std::size_t number = 0; number < numbers.size(); ++number) {
    if (!graph.may_end[number] && !dead_ends[number]) return number;
  }
  return std::nullopt;
}

}  // namespace opexplore
