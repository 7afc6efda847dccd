// How often accesses are held back by ordering: the least and the most over all executions.
//
// The count belongs to Singh, Aga, Narayanasamy, Efficiently Enforcing Strong Memory Ordering in
// GPUs, MICRO 2015, section 3. Transitions are generated once and kept, as numbers: 4 bytes for
// each are little beside the states that they connect.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/graph/walker.hpp"
#include "explorer/limits.hpp"
#include "explorer/store/store.hpp"
#include "opmodel/results/statistics.hpp"

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

/// The stalls of a machine (HasStalls), or nothing if no final state is reachable or `limits` said
/// stop. Precondition: the search was complete and found so many transitions.
std::optional<Stalls> count_stalls(const Walker& walker, const VisitedSet& visited,
                                   std::uint64_t transitions, Limits& limits);

}  // namespace opexplore
