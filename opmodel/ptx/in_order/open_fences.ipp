#pragma once

#include <bit>

#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/walk.hpp"

namespace opexplore::ptx_model {

namespace {

// Of two that have run, puts one before the other, and what follows from that. False if the other
// one comes first.
template <class Size>
bool put_before(InOrderState<Size>& state, std::size_t earlier, std::size_t later) {
  const FenceSet ahead = state.open_fences[earlier].known.open.fences | FenceSet::of(earlier);
  if (ahead.contains(later)) return false;
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    FenceSet& before = state.open_fences[f].known.open.fences;
    if (f == later || before.contains(later)) before |= ahead;
  }
  return true;
}

// The fences, and those that must come before them.
template <class Size>
FenceSet closed(const InOrderState<Size>& state, const FenceSet& fences) {
  FenceSet result = fences;
  fences.for_each([&](std::size_t f) { result |= state.open_fences[f].known.open.fences; });
  return result;
}

// Calls f(location) for each member.
template <class F>
void for_each_location(PlaceSet locations, F&& f) {
  for (; locations != 0; locations &= locations - 1) {
    f(static_cast<LocationId>(std::countr_zero(locations)));
  }
}

// Whoever has read or made the writes that the fence keeps must not have known these.
template <class Size>
typename Size::Items unknown_behind(const Context& context, const InOrderState<Size>& state,
                                    const OpenFence<Size>& fence) {
  typename Size::Items result;
  fence.met.for_each([&](std::size_t w) { result |= state.memory.writes[w].after; });
  for_each_location(fence.met_initial, [&](LocationId location) {
    result |= state.memory.at_location(location, context.semantics);
  });
  return result;
}

// An event that comes after the fences of this view has read the write, or made it; `location` is
// its location. Notes which fences must come after those. False if some of them must come before.
template <class Size>
bool meet_fences(const Context& context, InOrderState<Size>& state, const View<Size>& view,
                 std::size_t write, LocationId location) {
  const FenceSet passed = view.open.fences;
  passed.for_each([&](std::size_t g) {
    OpenFence<Size>& fence = state.open_fences[g];
    if (write == initial_write) {
      fence.met_initial |= place(location);
    } else {
      fence.met |= Size::Items::of(write);
    }
  });
  const auto after = state.memory.after(write, location, context.semantics);
  bool possible = true;
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    if (!state.open_fences[f].known.items.anywhere().intersects(after)) continue;
    passed.for_each([&](std::size_t g) { possible = possible && put_before(state, g, f); });
  }
  return possible;
}

}  // namespace

template <class Size>
bool read_behind_fences([[maybe_unused]] const Context& context,
                        [[maybe_unused]] InOrderState<Size>& state,
                        [[maybe_unused]] ThreadId thread, [[maybe_unused]] std::size_t source) {
  if constexpr (Size::leaves_fences_open) {
    auto& mine = state.threads[thread];
    View<Size>& view = mine.knowledge.view;
    const LocationId location = context.semantics.access(thread, mine.pc).location;
    if (!meet_fences(context, state, view, source, location)) return false;
    if (source != initial_write) view.open.sources |= Size::Items::of(source);
  }
  return true;
}

template <class Size>
bool write_behind_fences([[maybe_unused]] const Context& context,
                         [[maybe_unused]] InOrderState<Size>& state,
                         [[maybe_unused]] ThreadId thread, [[maybe_unused]] std::size_t write) {
  if constexpr (Size::leaves_fences_open) {
    const auto& mine = state.threads[thread];
    const View<Size>& view = mine.knowledge.view;
    const LocationId location = context.semantics.access(thread, mine.pc).location;
    if (!meet_fences(context, state, view, write, location)) return false;
    view.open.fences.for_each(
        [&](std::size_t f) { state.open_fences[f].made |= Size::Items::of(write); });
  }
  return true;
}

template <class Size>
void leave_open(const Context& context, InOrderState<Size>& state, std::size_t slot,
                const View<Size>& view) {
  OpenFence<Size>& mine = state.open_fences[slot];
  mine.known = view;
  mine.known.open.fences = closed(state, view.open.fences & ~FenceSet::of(slot));
  const auto known = view.items.anywhere();
  const auto met = known | view.open.sources;
  for (std::size_t g = 0; g < state.open_fences.size(); ++g) {
    const OpenFence<Size>& other = state.open_fences[g];
    const bool first =
        met.intersects(other.made) || known.intersects(unknown_behind(context, state, other));
    if (g != slot && first) put_before(state, g, slot);  // which is before none yet
  }
}

template <class Size>
typename Size::Items kept_for_fences(const Context& context, const InOrderState<Size>& state,
                                     const Future& any) {
  typename Size::Items result;
  if (!any.fence_sc) return result;
  for (const OpenFence<Size>& fence : state.open_fences) {
    result |= fence.met | fence.made | unknown_behind(context, state, fence);
  }
  return result;
}

namespace {

// Writes that a fence to come may have known, or a read before it has read: those of threads that
// have one ahead, or may hand on what they know, and what has been handed on.
template <class Size>
typename Size::Items known_at_fences_ahead(const Context& context, InOrderState<Size>& state) {
  typename Size::Items result;
  const auto add = [&](const View<Size>& view) {
    result |= view.items.anywhere() | view.open.sources;
  };
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto& thread = state.threads[t];
    const Future& future = context.futures[t][thread.pc];
    if (future.fence_sc || future.releases || future.barrier) add(thread.knowledge.view);
  }
  for_each_handed_on(state, add);
  return result;
}

bool accesses(const Future& any, LocationId location) {
  return ((any.reads | any.writes) & place(location)) != 0;
}

// Of what was met and made behind a fence, what one to come may contradict. `known`: at fences to
// come, if there are any. Returns whether something goes.
template <class Size>
bool forget_met(const Context& context, const InOrderState<Size>& state, const Future& any,
                const typename Size::Items& known, OpenFence<Size>& fence) {
  using Items = typename Size::Items;
  const OpenFence<Size> before = fence;
  const auto contradicts = [&](LocationId location, const Items& writes) {
    return any.fence_sc && (accesses(any, location) || writes.intersects(known));
  };
  const auto keep = [&](Items& set, auto&& writes) {
    const Items all = set;
    all.for_each([&](std::size_t w) {
      const LocationId location = state.memory.access(w, context.semantics).location;
      if (!contradicts(location, writes(w))) set &= ~Items::of(w);
    });
  };
  keep(fence.met, [&](std::size_t w) { return state.memory.writes[w].after; });
  keep(fence.made, [](std::size_t w) { return Items::of(w); });
  for_each_location(fence.met_initial, [&](LocationId location) {
    if (!contradicts(location, state.memory.at_location(location, context.semantics))) {
      fence.met_initial &= ~place(location);
    }
  });
  return fence != before;
}

template <class Size>
bool has_met(const OpenFence<Size>& fence) {
  return fence.met_initial != 0 || !(fence.met | fence.made).empty();
}

// Fences that some event to come may follow, and those behind which something was met: they may yet
// have to come before others.
template <class Size>
FenceSet may_come_before(InOrderState<Size>& state) {
  FenceSet result;
  for (const auto& thread : state.threads) result |= thread.knowledge.view.open.fences;
  for_each_handed_on(state, [&](const View<Size>& view) { result |= view.open.fences; });
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    const OpenFence<Size>& fence = state.open_fences[f];
    if (has_met(fence)) result |= FenceSet::of(f);
  }
  return result;
}

}  // namespace

template <class Size>
bool forget_open_fences(const Context& context, InOrderState<Size>& state, const Future& any) {
  using Items = typename Size::Items;
  // Whoever comes to know of a fence compares what he accesses with what was known there.
  Items alive;
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    const LocationId location = state.memory.access(w, context.semantics).location;
    if (accesses(any, location)) alive |= Items::of(w);
  }
  const Items known = any.fence_sc ? known_at_fences_ahead(context, state) : Items{};
  bool less = false;
  FenceSet behind;  // those that others may yet have to come before
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    OpenFence<Size>& fence = state.open_fences[f];
    less = forget_met(context, state, any, known, fence) || less;
    fence.known.items &= alive;
    fence.known.open.sources = {};  // nothing is asked of it any more
    if (!fence.known.items.anywhere().empty()) behind |= FenceSet::of(f);
  }
  // An order matters to a new requirement only if that can close a circle: from a fence that may
  // come before one more to one that something more may come before.
  const FenceSet ahead = may_come_before(state);
  FenceSet kept;
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    FenceSet& before = state.open_fences[f].known.open.fences;
    before = ahead.contains(f) ? before & behind : FenceSet{};
    if (behind.contains(f) || !before.empty()) kept |= FenceSet::of(f);
  }
  Items made;
  for (std::size_t f = 0; f < state.open_fences.size(); ++f) {
    OpenFence<Size>& fence = state.open_fences[f];
    if (!kept.contains(f)) {
      less = less || has_met(fence);
      fence = {};
    }
    made |= fence.made;
  }
  // A write that is there was made behind a fence when it was made, or never.
  for_each_view(state, [&](View<Size>& view) {
    view.open.fences &= kept;
    view.open.sources &= made;
  });
  return less;
}

}  // namespace opexplore::ptx_model
