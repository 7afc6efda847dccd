// How the control barriers of one path per thread can be passed, for the oracle of Vulkan.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/oracle/vulkan_graph.hpp"

namespace opexplore::oracle::vulkan {

/// Which threads an instance of a control barrier has.
enum class BarrierReach : std::uint8_t {
  workgroup,  ///< those of a workgroup, as Dartagnan has it
  scope       ///< those of the instance of the barrier's scope, as Khronos' tests need it
};

/// All relations syncbar, from a barrier to those that it releases, with which every thread comes
/// to its end; none if some thread waits for ever. Throws Unsupported.
///
/// Barriers with the same number and the same id, in reach of each other, are an instance. Without
/// a quorum it opens when all threads have arrived whose text has it. With one it opens at any time
/// from the arrival on with which the quorum is there: those that have arrived release each other
/// and all that come later, and those that come later pass at once and release nothing.
std::vector<Rows> barrier_choices(const Graph& graph, BarrierReach reach);

}  // namespace opexplore::oracle::vulkan
