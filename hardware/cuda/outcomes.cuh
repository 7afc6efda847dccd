// The table of outcomes that were seen, filled by many warps at once. Outcomes are compared whole,
// so nothing need be known beforehand of the values that a test can show.
#pragma once

#include <cstdint>

#include "device.cuh"
#include "each.cuh"
#include "parameters.hpp"
#include "placement.cuh"

namespace opexplore::hardware {

/// Values of all observables.
template <class Shape>
struct Values {
  // An array of no elements is not C++, and a test may observe nothing.
  typename Shape::Word word[Shape::observables == 0 ? 1 : Shape::observables];
};

inline constexpr std::uint32_t no_slot = 0xffffffffU;

template <class Shape>
__device__ __forceinline__ std::uint32_t hash_of(const Values<Shape>& values) {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  each<Shape::observables>([&](std::uint32_t k) {
    hash = (hash ^ values.word[k]) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  });
  return static_cast<std::uint32_t>(hash);
}

template <class Shape>
__device__ __forceinline__ bool holds(const OutcomeTable& table, std::uint32_t slot,
                                      const Values<Shape>& values) {
  const std::uint64_t* there = table.values + std::uint64_t{slot} * Shape::observables;
  bool equal = true;
  each<Shape::observables>(
      [&](std::uint32_t k) { equal = equal && device::load_relaxed(&there[k]) == values.word[k]; });
  return equal;
}

/// Waits for another warp that fills a slot. It stores a few words and has no lock to wait for, so
/// the end is near; nonetheless there is a limit, and an outcome that meets it has no slot.
__device__ __forceinline__ bool wait_until_filled(const OutcomeSlot& slot) {
  constexpr std::uint32_t most = 1U << 20U;
  for (std::uint32_t spin = 0; spin < most; ++spin) {
    if (device::load_acquire(&slot.state) == 2) return true;
  }
  return false;
}

/// The slot of an outcome, taken now if it had none; no_slot if the table is full.
template <class Shape>
__device__ __forceinline__ std::uint32_t find_or_add(const OutcomeTable& table,
                                                     const Values<Shape>& values) {
  std::uint32_t at = hash_of<Shape>(values) & (table.capacity - 1);
  for (std::uint32_t step = 0; step < table.capacity; ++step) {
    OutcomeSlot& slot = table.slots[at];
    std::uint32_t state = device::load_acquire(&slot.state);
    if (state == 0) state = device::replace_relaxed(&slot.state, 0, 1);
    if (state == 0) {
      std::uint64_t* there = table.values + std::uint64_t{at} * Shape::observables;
      each<Shape::observables>([&](std::uint32_t k) { there[k] = values.word[k]; });
      device::store_release(&slot.state, 2);
      return at;
    }
    if (!wait_until_filled(slot)) return no_slot;
    if (holds<Shape>(table, at, values)) return at;
    at = (at + 1) & (table.capacity - 1);
  }
  return no_slot;
}

/// Of `count` instances of this launch at once.
__device__ __forceinline__ void add_to_slot(const Launch& launch, OutcomeSlot& slot,
                                            std::uint32_t count) {
  device::add_relaxed(&slot.count, std::uint64_t{count});
  const std::uint32_t tag = tag_of(launch);
  if (device::load_relaxed(&slot.last_tag) == tag) return;
  if (device::exchange_relaxed(&slot.last_tag, tag) == tag) return;
  device::add_relaxed(&slot.launches, std::uint64_t{1});
}

/// Keeps an instance of the outcome, if there are not yet enough.
__device__ __forceinline__ void keep_sample(const Launch& launch, std::uint32_t at,
                                            std::uint32_t instance) {
  OutcomeSlot& slot = launch.table.slots[at];
  if (device::load_relaxed(&slot.sampled) >= samples_kept) return;
  const std::uint64_t number = device::add_relaxed(&slot.sampled, std::uint64_t{1});
  if (number >= samples_kept) return;
  OutcomeSample& sample = launch.table.samples[std::uint64_t{at} * samples_kept + number];
  sample.launch = launch.number;
  sample.instance = instance;
  for (std::uint32_t role = 0; role < launch.roles; ++role) {
    sample.multiprocessor[role] =
        launch.marks[std::uint64_t{role} * launch.instances + instance].multiprocessor;
  }
}

template <class Shape>
__device__ __forceinline__ bool equals_that_of(const Values<Shape>& values, std::uint32_t lane) {
  bool equal = true;
  each<Shape::observables>([&](std::uint32_t k) {
    const auto other = device::shuffle(values.word[k], lane);
    equal = equal && other == values.word[k];
  });
  return equal;
}

/// Counts the outcomes of a warp's instances, those of lanes with `counts`: each different outcome
/// once, by the first lane that has it. All lanes of the warp come here together. Returns how many
/// instances found no room.
template <class Shape>
__device__ __forceinline__ std::uint32_t record(const Launch& launch, bool counts,
                                                const Values<Shape>& values, std::uint32_t instance,
                                                std::uint32_t lane) {
  std::uint32_t overflow = 0;
  std::uint32_t rest = device::ballot(counts);
  while (rest != 0) {
    const std::uint32_t leader = device::lowest(rest);
    const bool same = equals_that_of<Shape>(values, leader) && counts;
    const std::uint32_t group = device::ballot(same);
    std::uint32_t slot = no_slot;
    if (lane == leader) {
      slot = find_or_add<Shape>(launch.table, values);
      if (slot != no_slot) add_to_slot(launch, launch.table.slots[slot], device::ones(group));
    }
    slot = device::shuffle(slot, leader);
    if (slot == no_slot) {
      overflow += device::ones(group);
    } else if (same) {
      keep_sample(launch, slot, instance);
    }
    rest &= ~group;
  }
  return overflow;
}

}  // namespace opexplore::hardware
