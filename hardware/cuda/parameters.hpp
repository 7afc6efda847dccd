// What host and device must agree on to run a test: plain data, passed to both kernels by value.
// The same file is compiled by the host's compiler and by nvcc, so it needs nothing but <cstdint>.
//
// A test is run as many instances at once (parallel testing environments: Levine 2023, section 4).
// Instance number ((c * testing_warps) + w) * lanes + l is the one at home in CTA c, warp w, lane
// l. A testing thread plays every role of the test, each for another instance; see placement.cuh.
#pragma once

#include <cstdint>

namespace opexplore::hardware {

inline constexpr std::uint32_t most_roles = 8;
inline constexpr std::uint32_t most_addresses = 16;
inline constexpr std::uint32_t most_locations = 16;
inline constexpr std::uint32_t most_observables = 32;
inline constexpr std::uint32_t most_stress_targets = 16;
inline constexpr std::uint32_t warp_lanes = 32;
inline constexpr std::uint32_t samples_kept = 64;  ///< of each outcome

/// Of an observable that is a register.
inline constexpr std::uint32_t no_location = 0xffffffffU;

/// Where the thread that plays a role is, seen from where its instance is at home: that many CTAs,
/// warps and lanes on, each round the circle. Made by vary() of hardware/device/layout.hpp.
struct RoleShift {
  std::uint32_t cta = 0;   ///< < testing_ctas
  std::uint32_t warp = 0;  ///< < testing_warps
  std::uint32_t lane = 0;  ///< < lanes
};

/// The slots of an address: slot s begins at `base` + s * stride * bytes of a word.
struct AddressLayout {
  /// A device pointer; of a shared location the bytes from the beginning of the dynamic shared
  /// memory, at least address_offset(): the role is given that much less, and no register should
  /// ever hold a negative shared address.
  std::uint64_t base = 0;
  std::uint32_t location = 0;  ///< that it is an address of
};

/// Instance i has slot (i * multiplier + addend) mod slots. The multiplier has no factor in common
/// with `slots`, which is at least the number of instances; i * multiplier + addend < 2^32.
/// Of a shared location i counts the instances of one CTA alone: testing_warps * lanes of them.
struct LocationLayout {
  std::uint64_t initial = 0;  ///< value, cut to a word
  std::uint32_t address = 0;  ///< an address of it, for the initial and the final value
  std::uint32_t multiplier = 1;
  std::uint32_t addend = 0;
  std::uint32_t slots = 0;
  std::uint32_t shared = 0;     ///< 1 if in shared memory
  std::uint32_t cta_shift = 0;  ///< shared alone: RoleShift::cta of the roles that access it
};

/// Whether a role was played, and where.
struct Mark {
  std::uint32_t tag = 0;             ///< of the launch (see tag_bit), perhaps with bound_mark
  std::uint32_t multiprocessor = 0;  ///< %smid
};
inline constexpr std::uint32_t bound_mark = 0x80000000U;  ///< a loop was ended early
/// A launch's tag is this bit and the lowest 30 bits of its number: never 0, and never that of a
/// launch shortly before.
inline constexpr std::uint32_t tag_bit = 0x40000000U;

/// An outcome that was seen; all zero at first. Its values are OutcomeTable::values of the slot.
struct OutcomeSlot {
  std::uint32_t state = 0;     ///< 0 free, 1 being filled, 2 in use
  std::uint32_t last_tag = 0;  ///< of the last launch that showed it
  std::uint64_t count = 0;     ///< instances
  std::uint64_t launches = 0;  ///< that showed it
  std::uint64_t sampled = 0;   ///< samples wanted; the first samples_kept of them are there
};

struct OutcomeSample {
  std::uint64_t launch = 0;  ///< its number
  std::uint64_t instance = 0;
  std::uint32_t multiprocessor[most_roles] = {};  ///< by role
};

/// A hash table without deletion: an outcome is in the first slot, from its hash on and round the
/// circle, that is free or its own.
struct OutcomeTable {
  OutcomeSlot* slots = nullptr;
  std::uint64_t* values = nullptr;   ///< [slot][observable], words extended by zeros
  OutcomeSample* samples = nullptr;  ///< [slot][samples_kept]
  std::uint32_t capacity = 0;        ///< slots: a power of two
};

/// Of all launches since the host cleared them.
struct Counters {
  std::uint64_t executed = 0;         ///< instances of which every role was played to its end
  std::uint64_t not_run = 0;          ///< instances of which some role was not played
  std::uint64_t out_of_bound = 0;     ///< instances with a loop that was ended early
  std::uint64_t overflow = 0;         ///< executed, but the outcome found no room in the table
  std::uint64_t barrier_missed = 0;   ///< warps that no longer waited for the grid
  std::uint32_t barrier_arrived = 0;  ///< warps at the barrier of this launch; 0 between launches
  std::uint32_t unused = 0;
};

/// One launch of `litmus` <<<ctas, warps * 32, shared_bytes>>> and, after it, of `check` with the
/// same value. `reset` with the same value is needed before the first launch of a layout (bases,
/// strides, slots): it writes the initial values into all slots; `check` then restores what was
/// used. All arrays of the runs are made of words as wide as the test's (4 or 8 bytes).
struct Launch {
  std::uint64_t number = 1;  ///< from 1, over all launches of the test
  std::uint64_t seed = 0;    ///< of all that is random on the device

  // The shape of the test: as in the kernel text, or nothing is run.
  std::uint32_t roles = 0;
  std::uint32_t addresses = 0;
  std::uint32_t locations = 0;
  std::uint32_t observables = 0;

  // Who tests.
  std::uint32_t ctas = 0;             ///< all, the grid
  std::uint32_t testing_ctas = 0;     ///< >= CTAs of the test; the others stress
  std::uint32_t warps = 0;            ///< of a CTA
  std::uint32_t testing_warps = 0;    ///< >= warps of a CTA of the test; the others stress
  std::uint32_t lanes = 0;            ///< a power of two, >= lanes of a warp of the test
  std::uint32_t lane_multiplier = 1;  ///< odd
  std::uint32_t instances = 0;        ///< testing_ctas * testing_warps * lanes
  RoleShift role[most_roles];
  const std::uint32_t* cta_map = nullptr;  ///< [ctas] a permutation; null: as they are

  // Where.
  AddressLayout address[most_addresses];
  LocationLayout location[most_locations];
  std::uint32_t stride = 1;                           ///< words from one slot to the next
  std::uint32_t observed_location[most_observables];  ///< by observable; no_location for registers

  // What comes back, by instance.
  void* registers = nullptr;      ///< words [observable][instance]; rows of locations are not used
  void* shared_finals = nullptr;  ///< words [location][instance]; null without shared locations
  Mark* marks = nullptr;          ///< [role][instance]
  OutcomeTable table;
  Counters* counters = nullptr;

  // How: decided for this launch by the host.
  std::uint32_t barrier = 0;        ///< 0 none, 1 the testing warps of a CTA, 2 the grid
  std::uint32_t barrier_spins = 0;  ///< of the grid's
  // How: decided for each warp by the device.
  std::uint32_t pre_stress_percent = 0;
  std::uint32_t warm_percent = 0;
  std::uint32_t flush_percent = 0;
  std::uint32_t rotate = 0;
  std::uint32_t jitter = 0;
  // Stress.
  std::uint32_t* scratch = nullptr;  ///< with room for all targets; null: no stress at all
  std::uint32_t stress_line = 0;     ///< words
  std::uint32_t stress_targets = 0;  ///< 1 to most_stress_targets
  std::uint32_t stress_chunks = 0;
  std::uint32_t stress_iterations = 0;
  std::uint32_t stress_pattern = 0;
  std::uint32_t pre_stress_iterations = 0;
  std::uint32_t pre_stress_pattern = 0;
  std::uint32_t stress_target[most_stress_targets];  ///< words from `scratch`

  std::uint32_t zero = 0;  ///< always; the compiler cannot know
};

}  // namespace opexplore::hardware
