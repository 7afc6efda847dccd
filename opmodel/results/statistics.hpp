// What a search cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace opexplore {

/// What one rank of a search held whose states lay on disk or with several ranks.
struct RankHeld {
  std::uint64_t states = 0;
  std::uint64_t memory_bytes = 0;  ///< at its peak
  std::uint64_t disk_bytes = 0;    ///< of the files that it left
};

struct Statistics {
  std::uint64_t states = 0;       ///< distinct states stored
  std::uint64_t transitions = 0;  ///< steps taken, to new and to known states
  std::uint64_t final_states = 0;
  std::uint64_t stuck_states = 0;
  /// Those shown to lead to no final state, though threads go round loops; there may be more.
  std::uint64_t endless_states = 0;
  std::uint64_t racy_states = 0;   ///< those in which a data race was found (HasRaces)
  std::uint32_t depth = 0;         ///< length of the longest shortest path
  std::uint64_t state_bytes = 0;   ///< encoded states together
  std::uint64_t memory_bytes = 0;  ///< everything the search allocated, at its peak
  double seconds = 0;              ///< wall clock
  /// Number of paths from the initial to final states, in decimal digits, for it may have hundreds
  /// of them; absent when asked not to count, when the state graph has a cycle or the search is
  /// incomplete.
  std::optional<std::string> paths;
  std::vector<RankHeld> held;  ///< by rank; empty for a search in the memory of one process
};

/// Over all executions from the initial to a final state: the sum of Machine::stalled (HasStalls)
/// over the states from which the execution takes a step.
struct Stalls {
  std::uint64_t least = 0;
  std::optional<std::uint64_t> most;  ///< absent when a cycle of states adds without end
};

}  // namespace opexplore
