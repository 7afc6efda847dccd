// How testing threads meet just before the test, so that roles overlap in time. The more is seen
// the closer they meet, but nothing that is seen depends on it.
#pragma once

#include <cstdint>

#include "device.cuh"
#include "parameters.hpp"

namespace opexplore::hardware {

/// The testing warps of the CTA; exact, and orders their accesses to shared memory.
__device__ __forceinline__ void meet_cta(const Launch& launch) {
  device::meet(launch.testing_warps * warp_lanes);
}

/// The testing warps of the grid, or as many as come in time: a launch may be larger than what is
/// resident, so waiting has an end. All is relaxed: an acquire would invalidate the warmed L1.
__device__ __forceinline__ void meet_grid(const Launch& launch, std::uint32_t lane) {
  if (lane == 0) {
    const std::uint32_t all = launch.testing_ctas * launch.testing_warps;
    std::uint32_t* const arrived = &launch.counters->barrier_arrived;
    bool met = device::add_relaxed(arrived, 1U) + 1 == all;
    for (std::uint32_t spin = 0; spin < launch.barrier_spins && !met; ++spin) {
      met = device::load_relaxed(arrived) >= all;
    }
    if (!met) device::add_relaxed(&launch.counters->barrier_missed, std::uint64_t{1});
  }
  device::meet_warp();
}

__device__ __forceinline__ void meet(const Launch& launch, std::uint32_t lane) {
  if (launch.barrier == 1) meet_cta(launch);
  if (launch.barrier == 2) meet_grid(launch, lane);
}

}  // namespace opexplore::hardware
