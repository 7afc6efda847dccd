#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "opmodel/ptx/in_order/permute.hpp"

namespace opexplore::ptx_model {

namespace {

// Where everything goes that has a number.
template <class Size>
class Places {
 public:
  using Items = typename Size::Items;

  // Writes are numbered by thread, then in program order.
  Places(const InOrderState<Size>& state, const Arrangement& arrangement)
      : threads_(arrangement.size()), writes_(state.memory.writes.size()) {
    std::uint8_t next = 0;
    for (std::size_t at = 0; at < arrangement.size(); ++at) {
      const ThreadId thread = arrangement[at];
      threads_[thread] = static_cast<ThreadId>(at);
      for (std::size_t w = 0; w < writes_.size(); ++w) {
        if (state.memory.writes[w].thread == thread) writes_[w] = next++;
      }
    }
  }

  ThreadId thread(ThreadId thread) const { return threads_[thread]; }
  std::span<const ThreadId> threads() const { return span_of(threads_); }
  std::uint8_t write(std::size_t write) const { return writes_[write]; }
  void move(Items& set) const {
    Items moved;
    set.for_each([&](std::size_t w) { moved |= Items::of(writes_[w]); });
    set = moved;
  }

 private:
  SmallVector<ThreadId, 8> threads_;      // by thread: its place
  SmallVector<std::uint8_t, 16> writes_;  // by write: its number
};

template <class Size>
void permute_memory(InOrderState<Size>& state, const Places<Size>& places) {
  const auto memory = std::exchange(state.memory, {});
  auto messages = std::exchange(state.messages, {});
  state.memory.writes.resize(memory.writes.size());
  state.messages.resize(messages.size());
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    auto& write = state.memory.writes[places.write(w)] = memory.writes[w];
    write.thread = places.thread(write.thread);
    places.move(write.after);
    places.move(write.not_after);
    if (write.rmw_source < initial_write) write.rmw_source = places.write(write.rmw_source);
    Message<Size>& message = state.messages[places.write(w)] = std::move(messages[w]);
    for (auto& source : message) source.thread = places.thread(source.thread);
    std::sort(message.begin(), message.end(), [](const auto& left, const auto& right) {
      return std::pair{left.thread, left.surface_headed} <
             std::pair{right.thread, right.surface_headed};
    });
  }
}

// What the thread did at an address, its place does at that of the same access.
template <class Size>
void permute_releases(const Context& context, InOrderState<Size>& state,
                      const Arrangement& arrangement) {
  const Semantics& semantics = context.semantics;
  for (std::size_t at = 0; at < arrangement.size(); ++at) {
    auto& released = state.threads[at].knowledge.address_released;
    for (AddressRelease<Size>& waiting : released) {
      const InstructionId access = first_step_at(context, arrangement[at], waiting.address);
      waiting.address = semantics.access(static_cast<ThreadId>(at), access).address;
    }
    std::ranges::sort(released, {}, [](const AddressRelease<Size>& waiting) {
      return std::pair{waiting.address, waiting.surface_headed};
    });
  }
}

template <class Size>
void permute_fences(const Context& context, InOrderState<Size>& state,
                    const Arrangement& arrangement) {
  const auto fences = state.fences;
  for (std::size_t at = 0; at < arrangement.size(); ++at) {
    const auto from = context.fence_clusters.written(arrangement[at], Scope::sys);
    const auto to = context.fence_clusters.written(static_cast<ThreadId>(at), Scope::sys);
    for (std::size_t i = 0; i < from.size(); ++i) state.fences[to[i]] = fences[from[i]];
  }
}

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

// A fence goes where its thread goes.
template <class Size>
void permute_open_fences(const Context& context, InOrderState<Size>& state,
                         const Arrangement& arrangement, const Places<Size>& places) {
  const auto image = [&](std::size_t slot) {
    const FencePlace& fence = context.fence_slots.place(slot);
    return context.fence_slots.slot(places.thread(fence.thread), fence.at);
  };
  const auto fences = state.open_fences;
  for (std::size_t f = 0; f < fences.size(); ++f) {
    OpenFence<Size>& fence = state.open_fences[image(f)] = fences[f];
    places.move(fence.met);
    places.move(fence.made);
    fence.met_initial = moved_locations(context, fence.met_initial, arrangement);
  }
  for_each_view(state, [&](View<Size>& view) {
    FenceSet moved;
    view.open.fences.for_each([&](std::size_t f) { moved |= FenceSet::of(image(f)); });
    view.open.fences = moved;
  });
}

template <class Size>
void permute_barriers(InOrderState<Size>& state, std::span<const ThreadId> places) {
  state.barriers.move_threads(places);
  for (auto& gathering : state.gatherings) gathering.cta = moved(gathering.cta, places);
  std::sort(state.gatherings.begin(), state.gatherings.end(),
            [](const auto& left, const auto& right) {
              return std::pair{left.cta, left.resource} < std::pair{right.cta, right.resource};
            });
}

// An access goes where its thread goes.
template <class Size>
void permute_accesses(const Context& context, InOrderState<Size>& state,
                      const Places<Size>& places) {
  using Slots = BitSet<Size::slot_words>;
  const RacePlan& plan = context.races;
  const auto move = [&](Slots& set) {
    Slots moved;
    set.for_each([&](std::size_t at) {
      const RacySlot& slot = plan[static_cast<RacePlan::Slot>(at)];
      const auto last = plan.slot(places.thread(slot.thread), slot.instruction, slot.writes);
      moved |= Slots::of(slot.earlier ? *plan.earlier(*last) : *last);
    });
    set = moved;
  };
  move(state.racing.done);
  const auto observed = state.racing.observed;
  for (std::size_t w = 0; w < observed.size(); ++w) {
    state.racing.observed[places.write(w)] = observed[w];
    move(state.racing.observed[places.write(w)]);
  }
  for_each_view(state, [&](View<Size>& view) {
    for (Slots& stage : view.accesses.stage) move(stage);
  });
}

}  // namespace

template <class Size>
void permute(const Context& context, InOrderState<Size>& state, const Arrangement& arrangement) {
  if (std::is_sorted(arrangement.begin(), arrangement.end())) return;
  const Places<Size> places(state, arrangement);
  auto threads = std::exchange(state.threads, {});
  for (const ThreadId thread : arrangement) {
    state.threads.push_back(std::move(threads[thread]));
    places.move(state.threads.back().knowledge.observed);
    places.move(state.threads.back().floor);
    places.move(state.threads.back().passed_over);
  }
  permute_releases(context, state, arrangement);
  if constexpr (Size::finds_races) permute_accesses(context, state, places);
  permute_memory(state, places);
  if constexpr (Size::leaves_fences_open) permute_open_fences(context, state, arrangement, places);
  for_each_view(state, [&](View<Size>& view) {
    view.for_each_set([&](typename Size::Items& set) { places.move(set); });
  });
  if (!state.fences.empty()) permute_fences(context, state, arrangement);
  permute_barriers(state, places.threads());
}

}  // namespace opexplore::ptx_model
