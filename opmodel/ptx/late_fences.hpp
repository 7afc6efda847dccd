// Which places in the Fence-SC order may be late.
#pragma once

#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

/// Whether some fence.sc may causelessly follow one that it could precede in the SC order: a path
/// leads from the one to the other that does not synchronise. May say so too often, never too
/// seldom.
bool may_reorder_fences(const TimeGraph& graph);

}  // namespace opexplore::ptx_model
