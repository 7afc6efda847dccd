#include "explorer/backward_graph.hpp"

namespace opexplore {

void BackwardGraph::spread() {
  std::vector<std::uint32_t> open;
  for (std::uint32_t number = 0; number < may_end.size(); ++number) {
    if (may_end[number]) open.push_back(number);
  }
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    for (const std::uint32_t before : predecessors[number]) {
      if (may_end[before]) continue;
      may_end[before] = true;
      open.push_back(before);
    }
  }
}

}  // namespace opexplore
