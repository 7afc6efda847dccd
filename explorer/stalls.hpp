// How often accesses are held back by ordering: the least and the most over all executions.
//
// The count belongs to Singh, Aga, Narayanasamy, Efficiently Enforcing Strong Memory Ordering in
// GPUs, MICRO 2015, section 3. Transitions are generated once and kept, as numbers: 4 bytes for
// each are little beside the states that they connect.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/statistics.hpp"
#include "explorer/transitions.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// The states of a completed search and the transitions between them. The initial state is 0.
struct StallGraph {
  std::vector<std::uint32_t> stalled;     ///< Machine::stalled, by state; of final states 0
  std::vector<bool> is_final;             ///< by state
  std::vector<std::uint64_t> first;       ///< by state, where its successors begin; then the end
  std::vector<std::uint32_t> successors;  ///< of all states, one state after the other

  /// What the graph, and finding its stalls, will allocate.
  static std::uint64_t bytes_for(std::uint64_t states, std::uint64_t transitions);
};

/// The least and the most that a path from the initial to a final state adds up; nothing if there
/// is no such path, or if `looked_at` says that it is enough.
std::optional<Stalls> stalls_of(const StallGraph& graph, LookedAt& looked_at);

/// The stalls of a machine, or nothing if no final state is reachable or `limits` said stop.
/// Precondition: the search was complete and found so many transitions.
template <HasStalls M>
std::optional<Stalls> count_stalls(const M& machine, const VisitedSet& visited,
                                   std::uint64_t transitions, Limits& limits) {
  const StateNumbers numbers(visited);
  Transitions<M> steps(machine, numbers);
  LookedAt looked_at(limits, numbers.size());
  StallGraph graph;
  graph.stalled.reserve(numbers.size());
  graph.is_final.reserve(numbers.size());
  graph.first.reserve(numbers.size() + 1);
  graph.successors.reserve(transitions);
  for (std::size_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    graph.first.push_back(graph.successors.size());
    const bool is_final = steps.expand(
        number, [&](std::uint32_t successor) { graph.successors.push_back(successor); });
    graph.is_final.push_back(is_final);
    graph.stalled.push_back(is_final ? 0 : machine.stalled(steps.state()));
  }
  graph.first.push_back(graph.successors.size());
  return stalls_of(graph, looked_at);
}

}  // namespace opexplore
