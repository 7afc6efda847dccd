// One test on one GPU: its kernels, its memory, and what came out so far.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hardware/device/gpu.hpp"
#include "hardware/device/layout.hpp"
#include "hardware/result.hpp"

namespace opexplore::hardware {

/// An outcome in the table of the device.
struct CountedOutcome {
  Outcome values;
  std::uint64_t count = 0;
  std::uint64_t launches = 0;
  std::uint32_t slot = 0;  ///< in the table
};

/// All that the device has counted since it began.
struct Counted {
  Counters counters;
  std::vector<CountedOutcome> outcomes;  ///< by values, increasing
};

/// Whether the test uses virtual aliases, which not every device has.
bool needs_aliases(const Prepared& test);

class TestDevice {
 public:
  /// Loads the test's cubin. Throws DeviceError.
  TestDevice(const Gpu& gpu, Prepared test, std::span<const std::byte> cubin, std::uint64_t seed);

  /// Prepares for launches in this environment, and says how it was fitted. `id` makes the host's
  /// random choices different from those in other environments. Throws DeviceError, and
  /// std::runtime_error for a kernel that needs more than the device has.
  Environment use(const Environment& wanted, std::uint32_t id);

  /// Runs that many launches, and waits for them: the seconds they took. use() comes first.
  double run(std::uint32_t launches);

  std::uint64_t launches() const { return number_; }  ///< so far
  Counted counted() const;

  /// The first instances that showed the outcome, but no more than `most`; without environment.
  std::vector<Sample> samples(const CountedOutcome& outcome, std::size_t most) const;

  /// Forgets all that was counted. use() comes next.
  void forget();

 private:
  struct Location {
    std::optional<DeviceMemory> plain;
    std::optional<AliasedMemory> aliased;
  };

  std::uint32_t resident_ctas(const Environment& environment) const;
  void allocate(Launch& launch);
  void place_locations(Launch& launch);
  void start(cuda::Function kernel, std::uint32_t ctas, std::uint32_t threads,
             std::uint32_t shared) const;

  const Gpu& gpu_;
  Prepared test_;
  std::uint64_t seed_;
  Module module_;
  cuda::Function litmus_;
  cuda::Function check_;
  cuda::Function reset_;
  Event begin_;
  Event end_;
  std::uint64_t number_ = 0;
  std::uint32_t environment_ = 0;

  // For as long as the test.
  DeviceMemory slots_, values_, samples_, counters_;
  // For one environment.
  Layout layout_;
  std::vector<Location> locations_;
  DeviceMemory registers_, shared_finals_, marks_, scratch_;
  std::vector<DeviceMemory> maps_;
  std::vector<const std::uint32_t*> map_pointers_;
  mutable Launch launch_{};  // the driver wants a pointer that is not const
};

}  // namespace opexplore::hardware
