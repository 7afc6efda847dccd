// From a machine to its graph.
#pragma once

#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "explorer/graph/walker.hpp"
#include "explorer/termination/graph.hpp"

namespace opexplore {

// WART: endings-in-order. Late loads would have to leave the graph finite.
/// Up to what an answer holds of a form of a machine in which all loads take effect in order.
inline constexpr std::string_view in_order_only =
    "executions in which a load or fence takes effect late are not looked at";

/// A graph, and whether it is all of it.
struct BuiltGraph {
  MachineGraph graph;
  Incomplete incomplete = Incomplete::none;
  std::string bound;  ///< what the machine leaves out, one sentence; empty if nothing
  std::string race;   ///< the first data race that it found (HasRaces), one sentence; or nothing
};

/// Whether executions end in the state, and how.
NodeEnd end_of(const Walker& walker);

/// The states that the machine can reach, within the limits.
BuiltGraph build_graph(const Walker& walker, const ExploreOptions& options);

}  // namespace opexplore
