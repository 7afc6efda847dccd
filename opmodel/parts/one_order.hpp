// Programs whose executions all are interleavings.
//
// Take threads and the locations that they share, and that some thread writes, for the nodes of a
// graph, and draw a line from each thread to each of these locations that it accesses. Let memory
// order all accesses to each such location, in the order of each thread: reads-from, coherence and
// from-reads have no circle with it. A circle of program order and these through several locations
// goes from thread to thread; where it is shortest it comes through each thread and each location
// once (Shasha and Snir, "Efficient and correct execution of parallel programs that share memory",
// TOPLAS 1988), so it is a circle of the graph. A graph without circles has none, and each
// execution is an order of accesses in which each reads the last write before it.
#pragma once

#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// The locations that several threads access, and one of them writes, in increasing order.
std::vector<LocationId> shared_locations(const Program& program);

/// Whether that graph has no circle, and no barrier orders threads besides.
bool share_without_circles(const Program& program);

}  // namespace opexplore
