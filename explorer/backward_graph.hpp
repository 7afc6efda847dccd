// States as numbers, and the steps between them backwards: what leads to what is marked.
#pragma once

#include <cstdint>
#include <vector>

namespace opexplore {

struct BackwardGraph {
  std::vector<std::vector<std::uint32_t>> predecessors;  ///< by state
  std::vector<bool> may_end;                             ///< by state

  /// Marks whatever leads to a state that is marked.
  void spread();
};

}  // namespace opexplore
