// Which places in the Fence-SC order may be late.
#pragma once

#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

/// Whether some fence.sc may causelessly follow one that it could precede in the SC order: a path
/// leads from the one to the other that does not synchronise. May say so too often, never too
/// seldom.
bool may_reorder_fences(const TimeGraph& graph);

/// Whether a path may lead from a fence.sc to one of another thread that Fence-SC does not relate
/// with it, and it does relate others with each of the two. Then the order of the others may be
/// against time: if F leads to G, the order may still put G before G' and F' before F, and a path
/// lead from G' to F'.
bool may_lead_past_fence_order(const TimeGraph& graph);

}  // namespace opexplore::ptx_model
