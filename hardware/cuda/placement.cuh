// Which thread plays a role of which instance, and where the instance has its locations.
//
// The thread in CTA c, warp w, lane l plays a role for the instance at home in
//   CTA (c - shift.cta) mod G,  warp (w - shift.warp) mod W,  lane (l - shift.lane) * m mod L
// with m odd and L a power of two. Each of the three is a bijection, so each role of each instance
// is played once. Two roles of an instance are apart by the difference of their shifts: they share
// CTA, warp and lane exactly if their shifts are equal there. Shifts are multiples of a step that
// has no factor in common with G (W), so different places in the test stay different.
#pragma once

#include <cstdint>

#include "device.cuh"
#include "parameters.hpp"

namespace opexplore::hardware {

/// Where a testing thread is, by the numbers that a launch gave out: all below those that test.
struct Seat {
  std::uint32_t cta;
  std::uint32_t warp;
  std::uint32_t lane;
};

struct Instance {
  std::uint32_t number;
  std::uint32_t in_cta;  ///< among those at home in its CTA
};

/// (at - shift) mod round, of numbers below round.
__device__ __forceinline__ std::uint32_t back(std::uint32_t at, std::uint32_t shift,
                                              std::uint32_t round) {
  return at >= shift ? at - shift : at + round - shift;
}

__device__ __forceinline__ std::uint32_t instances_of_cta(const Launch& launch) {
  return launch.testing_warps * launch.lanes;
}

__device__ __forceinline__ std::uint32_t tag_of(const Launch& launch) {
  return (static_cast<std::uint32_t>(launch.number) & (tag_bit - 1)) | tag_bit;
}

/// The instance for which this thread plays that role.
__device__ __forceinline__ Instance instance_of(const Launch& launch, const Seat& seat,
                                                std::uint32_t role) {
  const RoleShift& shift = launch.role[role];
  const std::uint32_t cta = back(seat.cta, shift.cta, launch.testing_ctas);
  const std::uint32_t warp = back(seat.warp, shift.warp, launch.testing_warps);
  const std::uint32_t lane =
      ((seat.lane - shift.lane) * launch.lane_multiplier) & (launch.lanes - 1);
  const std::uint32_t in_cta = warp * launch.lanes + lane;
  return {cta * instances_of_cta(launch) + in_cta, in_cta};
}

__device__ __forceinline__ std::uint32_t slot_of(const LocationLayout& location,
                                                 const Instance& instance) {
  const std::uint32_t i = location.shared != 0 ? instance.in_cta : instance.number;
  return (i * location.multiplier + location.addend) % location.slots;
}

/// Where a slot of an address begins: a global address, or one in shared memory.
template <class Word>
__device__ __forceinline__ std::uint64_t place_of(const Launch& launch, std::uint32_t address,
                                                  std::uint32_t slot) {
  const AddressLayout& layout = launch.address[address];
  const std::uint64_t begin = layout.base + std::uint64_t{slot} * launch.stride * sizeof(Word);
  return launch.location[layout.location].shared != 0 ? begin + device::shared_base() : begin;
}

/// The same for an instance.
template <class Word>
__device__ __forceinline__ std::uint64_t place_of(const Launch& launch, std::uint32_t address,
                                                  const Instance& instance) {
  const LocationLayout& location = launch.location[launch.address[address].location];
  return place_of<Word>(launch, address, slot_of(location, instance));
}

}  // namespace opexplore::hardware
