// What a load that was put off may still wait for.
#pragma once

#include <vector>

#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

/// By location, the instructions from which program order, reads-from, barriers and the Fence-SC
/// order may lead to a write of the location. While a load of it is put off, no others need to run:
/// what does not lead to the write that the load reads can come after both. May say so too often,
/// never too seldom.
class LateNeeds {
 public:
  /// Of no location.
  LateNeeds() = default;

  /// Of all locations.
  explicit LateNeeds(const Semantics& semantics);

  /// Precondition: made for all locations; the node is no end of a thread.
  bool may_bring(Node node, LocationId location) const {
    return leads_[location][node.thread][node.at] != 0;
  }

 private:
  std::vector<Marks> leads_;
};

}  // namespace opexplore::ptx_model
