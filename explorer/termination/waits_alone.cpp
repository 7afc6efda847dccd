#include "explorer/termination/waits_alone.hpp"

namespace opexplore {

// Takes away what nobody leads to any more (Kahn, "Topological sorting of large networks", 1962).
bool has_circle(const std::vector<std::uint64_t>& first,
                const std::vector<std::uint32_t>& successors) {
  const std::size_t nodes = first.size() - 1;
  std::vector<std::uint32_t> predecessors(nodes);
  for (const std::uint32_t to : successors) ++predecessors[to];
  std::vector<std::uint32_t> free;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (predecessors[node] == 0) free.push_back(node);
  }
  std::size_t taken = 0;
  while (!free.empty()) {
    const std::uint32_t node = free.back();
    free.pop_back();
    ++taken;
    for (std::uint64_t at = first[node]; at < first[node + 1]; ++at) {
      if (--predecessors[successors[at]] == 0) free.push_back(successors[at]);
    }
  }
  return taken != nodes;
}

}  // namespace opexplore
