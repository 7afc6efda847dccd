#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "opmodel/ptx/in_order/permute.hpp"
#include "opmodel/ptx/in_order/renumber.hpp"

namespace opexplore::ptx_model {

namespace {

// With the thread that has read from them, locations may change places.
inline PlaceSet moved_locations(const Context& context, PlaceSet locations,
                                const Arrangement& arrangement) {
  const Semantics& semantics = context.semantics;
  PlaceSet result = 0;
  for (std::size_t at = 0; locations != 0 && at < arrangement.size(); ++at) {
    const std::size_t count = semantics.program().threads[at].instructions.size();
    for (InstructionId i = 0; i < count; ++i) {
      const Access& access = semantics.access(arrangement[at], i);
      if (!access.reads || (locations & place(access.location)) == 0) continue;
      if (context.skips(arrangement[at], i)) continue;
      result |= place(semantics.access(static_cast<ThreadId>(at), i).location);
    }
  }
  return result;
}

// Where everything goes that has a number.
template <class Size>
class Places {
 public:
  // Writes are numbered by thread, then in program order.
  Places(const Context& context, const InOrderState<Size>& state, const Arrangement& arrangement)
      : context_(context),
        arrangement_(arrangement),
        threads_(arrangement.size()),
        writes_(state.memory.writes.size()) {
    std::uint8_t next = 0;
    for (std::size_t at = 0; at < arrangement.size(); ++at) {
      const ThreadId thread = arrangement[at];
      threads_[thread] = static_cast<ThreadId>(at);
      for (std::size_t w = 0; w < writes_.size(); ++w) {
        if (state.memory.writes[w].thread == thread) writes_[w] = next++;
      }
    }
  }

  const auto& threads() const { return threads_; }
  const auto& writes() const { return writes_; }

  // An access goes where its thread goes, and so does a fence.
  std::size_t access(std::size_t at) const {
    const RacePlan& plan = context_.races;
    const RacySlot& slot = plan[static_cast<RacePlan::Slot>(at)];
    const auto last = plan.slot(threads_[slot.thread], slot.instruction, slot.writes);
    return slot.earlier ? *plan.earlier(*last) : *last;
  }
  std::size_t fence(std::size_t at) const {
    const FencePlace& fence = context_.fence_slots.place(at);
    return context_.fence_slots.slot(threads_[fence.thread], fence.at);
  }
  SmallVector<std::size_t, 8> fences() const {
    SmallVector<std::size_t, 8> result(context_.fence_slots.count());
    for (std::size_t f = 0; f < result.size(); ++f) result[f] = fence(f);
    return result;
  }
  SmallVector<std::size_t, 8> clusters() const {
    SmallVector<std::size_t, 8> result(context_.fence_clusters.count());
    for (std::size_t at = 0; at < arrangement_.size(); ++at) {
      const auto from = context_.fence_clusters.written(arrangement_[at], Scope::sys);
      const auto to = context_.fence_clusters.written(static_cast<ThreadId>(at), Scope::sys);
      for (std::size_t i = 0; i < from.size(); ++i) result[from[i]] = to[i];
    }
    return result;
  }

  // What a thread did at an address, the one in its place, `at`, did at that of the same access.
  AddressId address(std::size_t at, AddressId address) const {
    const InstructionId access = first_step_at(context_, arrangement_[at], address);
    return context_.semantics.access(static_cast<ThreadId>(at), access).address;
  }

  // What the member names becomes what is in its place.
  template <Is is, class T>
  void move(const Member<is, T>& member) const {
    if constexpr (is == Is::thread) {
      member.of = threads_[member.of];
    } else if constexpr (is == Is::threads) {
      member.of = moved(member.of, span_of(threads_));
    } else if constexpr (is == Is::locations) {
      member.of = moved_locations(context_, member.of, arrangement_);
    } else if constexpr (is == Is::barriers) {
      member.of.move_threads(span_of(threads_));
    } else {
      static_assert(is == Is::accesses || is == Is::fences);
      T moved;
      member.of.for_each(
          [&](std::size_t at) { moved |= T::of(is == Is::accesses ? access(at) : fence(at)); });
      member.of = moved;
    }
  }

 private:
  const Context& context_;
  const Arrangement& arrangement_;
  SmallVector<ThreadId, 8> threads_;      // by thread: its place
  SmallVector<std::uint8_t, 16> writes_;  // by write: its number
};

// Whether a part comes first in a list: by its numbers and flags.
template <class Part>
bool is_before(const Part& left, const Part& right) {
  bool before = false;
  with_members(left, [&](auto... mine) {
    with_members(right, [&](auto... other) {
      bool decided = false;
      const auto compare = [&]<class M>(const M& one, const M& another) {
        if constexpr (M::is <= Is::flag) {
          if (decided || one.of == another.of) return;
          decided = true;
          before = one.of < another.of;
        }
      };
      (compare(mine, other), ...);
    });
  });
  return before;
}

}  // namespace

template <class Size>
void permute(const Context& context, InOrderState<Size>& state, const Arrangement& arrangement) {
  if (std::is_sorted(arrangement.begin(), arrangement.end())) return;
  const Places<Size> places(context, state, arrangement);
  move_writes(state, places.writes());
  walk<Is::thread, Is::threads, Is::locations, Is::barriers, Is::accesses, Is::fences>(
      state, [&](const auto& member) { places.move(member); });
  walk_vectors<Per::thread>(state, [&](auto& all) { rearrange(all, places.threads()); });
  walk_vectors<Per::cluster>(state, [&](auto& all) { rearrange(all, places.clusters()); });
  walk_vectors<Per::fence>(state, [&](auto& all) { rearrange(all, places.fences()); });
  for (std::size_t at = 0; at < state.threads.size(); ++at) {
    walk<Is::address>(state.threads[at],
                      [&](const auto& member) { member.of = places.address(at, member.of); });
  }
  walk<Is::list>(state, [](const auto& list) {
    std::sort(list.of.begin(), list.of.end(),
              [](const auto& left, const auto& right) { return is_before(left, right); });
  });
}

}  // namespace opexplore::ptx_model
