// Random numbers that depend on nothing but who asks, and in which launch: Philox4x32-10
// (Salmon 2011, section 4.3 and table 2). No state, so a run can be repeated from any launch on.
#pragma once

#include <cstdint>

#include "device.cuh"

namespace opexplore::hardware {

struct Draw {
  std::uint32_t word[4];
};

__device__ __forceinline__ std::uint32_t high_word(std::uint32_t left, std::uint32_t right) {
  return static_cast<std::uint32_t>((std::uint64_t{left} * right) >> 32U);
}

/// Philox4x32-10 of a counter and a key.
__device__ __forceinline__ Draw philox(Draw counter, std::uint64_t key) {
  auto low = static_cast<std::uint32_t>(key);
  auto high = static_cast<std::uint32_t>(key >> 32U);
  constexpr std::uint32_t rounds = 10;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::uint32_t* word = counter.word;
    counter = Draw{{high_word(0xCD9E8D57U, word[2]) ^ word[1] ^ low, 0xCD9E8D57U * word[2],
                    high_word(0xD2511F53U, word[0]) ^ word[3] ^ high, 0xD2511F53U * word[0]}};
    low += 0x9E3779B9U;
    high += 0xBB67AE85U;
  }
  return counter;
}

/// The numbers of a warp of a launch.
__device__ __forceinline__ Draw draw(std::uint64_t seed, std::uint64_t launch, std::uint32_t warp) {
  return philox(Draw{{static_cast<std::uint32_t>(launch), static_cast<std::uint32_t>(launch >> 32U),
                      warp, 0}},
                seed);
}

/// A number below `bound` from a random word; 0 if `bound` is.
__device__ __forceinline__ std::uint32_t below(std::uint32_t bound, std::uint32_t word) {
  return high_word(bound, word);
}

/// True for that many percent of the random words.
__device__ __forceinline__ bool chance(std::uint32_t percent, std::uint32_t word) {
  return below(100, word) < percent;
}

}  // namespace opexplore::hardware
