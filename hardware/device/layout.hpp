// What an environment means for a test on a device: how many threads run, where the locations are,
// and what is decided anew for each launch. Numbers only; nothing here talks to a device.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "hardware/cuda/parameters.hpp"
#include "hardware/device/gpu.hpp"
#include "hardware/environment.hpp"
#include "hardware/prepared.hpp"

namespace opexplore::hardware {

/// The environment as near to `wanted` as the test and the device allow: with the warps and lanes
/// that the test needs, no more threads in a CTA than the device has, slots of shared locations
/// that fit into shared memory. The same for a test and its relaxed sibling.
Environment fitted(const Environment& wanted, const Prepared& test, const DeviceLimits& limits);

/// The slots of one location in memory.
struct LocationSpace {
  std::uint32_t slots = 0;
  std::uint64_t bytes = 0;
  std::uint64_t shared_base = 0;  ///< of a shared location: where it begins in shared memory
  bool shared = false;
};

struct Layout {
  Environment environment;    ///< fitted
  std::uint32_t threads = 0;  ///< of a CTA
  std::uint32_t ctas = 0;
  std::uint32_t testing_ctas = 0;
  std::uint32_t instances = 0;
  std::uint32_t word_bytes = 4;
  std::uint32_t shared_bytes = 0;  ///< dynamic, of a CTA
  std::uint32_t scratch_words = 0;
  std::vector<LocationSpace> locations;
};

/// Bytes of dynamic shared memory that a CTA needs.
std::uint32_t shared_bytes(const Environment& fitted, const Prepared& test);

/// Lays the test out; `resident` is how many of the CTAs the device holds at once. The memory for
/// it is at most a part of `limits.free_bytes`.
Layout layout_of(const Environment& fitted, const Prepared& test, const DeviceLimits& limits,
                 std::uint32_t resident);

/// A launch with all that stays the same from launch to launch, but for pointers: they are null.
Launch launch_of(const Layout& layout, const Prepared& test);

/// The random choices of the host. The same on every machine.
class LaunchNumbers {
 public:
  explicit LaunchNumbers(std::seed_seq&& seed) { generator_.seed(seed); }
  /// From 0 to bound - 1.
  std::uint32_t below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(generator_() % bound);
  }
  bool percent(std::uint32_t chance) { return below(100) < chance; }

 private:
  std::mt19937_64 generator_;
};

/// Decides what is random in a launch: distances between the threads of an instance, permutations
/// of slots, the barrier, the places of stress. `maps` are permutations of the CTAs on the device.
void vary(Launch& launch, const Layout& layout, const Prepared& test,
          std::span<const std::uint32_t* const> maps, LaunchNumbers& numbers);

/// A permutation of the numbers below `count`.
std::vector<std::uint32_t> permutation(std::uint32_t count, LaunchNumbers& numbers);

}  // namespace opexplore::hardware
