#pragma once

#include <algorithm>

#include "opmodel/ptx/in_order/least_reads.hpp"

namespace opexplore::ptx_model {

namespace {

template <class Size>
bool includes(const ScopedViews<Size>& all, const ScopedViews<Size>& some) {
  for (std::size_t scope = 0; scope < all.size(); ++scope) {
    if (!all[scope].includes(some[scope])) return false;
  }
  return true;
}

template <class Size>
bool knows_no_more(const Knowledge<Size>& one, const Knowledge<Size>& other) {
  if (!other.view.includes(one.view) || !other.observed.includes(one.observed)) return false;
  if (!includes(other.released, one.released)) return false;
  return std::all_of(one.address_released.begin(), one.address_released.end(),
                     [&](const AddressRelease<Size>& mine) {
                       return std::any_of(other.address_released.begin(),
                                          other.address_released.end(),
                                          [&](const AddressRelease<Size>& its) {
                                            return its.address == mine.address &&
                                                   its.surface_headed == mine.surface_headed &&
                                                   includes(its.views, mine.views);
                                          });
                     });
}

template <unsigned Words>
bool forbids_no_more(const Memory<Words>& one, const Memory<Words>& other) {
  return std::equal(one.writes.begin(), one.writes.end(), other.writes.begin(), other.writes.end(),
                    [](const Write<Words>& mine, const Write<Words>& its) {
                      return mine.thread == its.thread && mine.instruction == its.instruction &&
                             mine.value == its.value && mine.rmw_source == its.rmw_source &&
                             mine.after == its.after && its.not_after.includes(mine.not_after);
                    });
}

}  // namespace

template <class Size>
bool leaves_as_open(const InOrderState<Size>& one, const InOrderState<Size>& other,
                    ThreadId thread) {
  const auto& mine = one.threads[thread];
  const auto& its = other.threads[thread];
  if (mine.pc != its.pc || mine.registers != its.registers || mine.floor != its.floor) return false;
  if (!forbids_no_more(one.memory, other.memory)) return false;
  if (!knows_no_more(mine.knowledge, its.knowledge)) return false;
  for (std::size_t u = 0; u < one.threads.size(); ++u) {
    if (u != thread && !(one.threads[u] == other.threads[u])) return false;
  }
  if constexpr (Size::leaves_fences_open) {
    if (!(one.open_fences == other.open_fences)) return false;
  }
  return one.messages == other.messages && one.fences == other.fences &&
         one.barriers == other.barriers && one.gatherings == other.gatherings &&
         one.settled == other.settled && one.too_many_writes == other.too_many_writes &&
         one.order == other.order;
}

}  // namespace opexplore::ptx_model
