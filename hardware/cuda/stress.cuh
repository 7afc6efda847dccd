// Traffic beside the test: what makes weak behaviour frequent (Sorensen 2014, section 3.3;
// Sorensen and Donaldson 2016; Kirkham 2020). It never touches what a test or its result uses.
#pragma once

#include <cstdint>

#include "device.cuh"
#include "parameters.hpp"

namespace opexplore::hardware {

/// No litmus test has such values: one that shows up in an outcome was never written by the test.
inline constexpr std::uint32_t stress_value = 0x5A000000U;

/// Which of how many warps that stress: those that test, before they do, or the others.
struct StressRank {
  std::uint32_t number;
  std::uint32_t all;
};

__device__ __forceinline__ StressRank testing_rank(const Launch& launch, std::uint32_t cta,
                                                   std::uint32_t warp) {
  return {cta * launch.testing_warps + warp, launch.testing_ctas * launch.testing_warps};
}

/// The CTAs that do not test come first, then the other warps of those that do.
__device__ __forceinline__ StressRank stressing_rank(const Launch& launch, std::uint32_t cta,
                                                     std::uint32_t warp) {
  const std::uint32_t whole = (launch.ctas - launch.testing_ctas) * launch.warps;
  const std::uint32_t others = launch.warps - launch.testing_warps;
  const std::uint32_t number = cta >= launch.testing_ctas
                                   ? (cta - launch.testing_ctas) * launch.warps + warp
                                   : whole + cta * others + warp - launch.testing_warps;
  return {number, whole + launch.testing_ctas * others};
}

/// The place that a warp stresses; all its lanes the same one.
__device__ __forceinline__ std::uint32_t* stress_place(const Launch& launch,
                                                       const StressRank& rank) {
  const std::uint32_t target = launch.stress_chunks != 0
                                   ? rank.number * launch.stress_targets / rank.all
                                   : rank.number % launch.stress_targets;
  return launch.scratch + launch.stress_target[target];
}

/// The accesses of a pattern, the first the lowest bit, 1 for a store; the highest 1 is the end.
__device__ __forceinline__ std::uint32_t stress_accesses(std::uint32_t pattern) {
  switch (pattern) {
    case 0:
      return 0b111;  // st st
    case 1:
      return 0b101;  // st ld
    case 2:
      return 0b110;  // ld st
    case 3:
      return 0b100;  // ld ld
    case 4:
      return 0b10110;  // ld st st ld
    default:
      return 0b110000;  // ld ld ld ld st
  }
}

/// Stresses memory that many times.
__device__ __forceinline__ void stress(const Launch& launch, const StressRank& rank,
                                       std::uint32_t iterations, std::uint32_t pattern) {
  if (launch.scratch == nullptr) return;
  std::uint32_t* const place = stress_place(launch, rank);
  const std::uint32_t accesses = stress_accesses(pattern);
  for (std::uint32_t i = 0; i < iterations; ++i) {
    for (std::uint32_t rest = accesses; rest != 1; rest >>= 1U) {
      if ((rest & 1U) != 0) {
        device::stress_store(place, stress_value + i);
      } else {
        device::stress_load(place);
      }
    }
  }
}

/// Lets about that many cycles go by: each look at the clock takes one at least.
__device__ __forceinline__ void idle(std::uint32_t cycles) {
  const std::uint32_t begin = device::clock();
  for (std::uint32_t i = 0; i < cycles && device::clock() - begin < cycles; ++i) {
  }
}

}  // namespace opexplore::hardware
