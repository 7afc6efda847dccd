// Processes that do one thing together, each with memory of its own: ranks, as MPI calls them.
// Everything here is collective: each rank calls the same functions in the same order.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace opexplore {

/// One of several processes, and how it reaches the others.
struct Ranks {
  unsigned rank = 0;   ///< of this process
  unsigned count = 1;  ///< of processes
  /// Gives each rank the bytes with its number; what it gets from each rank is the result, by rank.
  /// Waits for all, and does not keep a core busy while it waits.
  std::function<std::vector<std::string>(std::vector<std::string>)> exchange;
};

/// What every rank has given, by rank.
inline std::vector<std::string> from_all(const Ranks& ranks, const std::string& bytes) {
  return ranks.exchange(std::vector<std::string>(ranks.count, bytes));
}

}  // namespace opexplore
