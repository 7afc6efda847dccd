#pragma once

#include <algorithm>

#include "opmodel/ptx/in_order/fairness.hpp"

namespace opexplore::ptx_model {

namespace {

// Calls f(access) for what the thread may still do at the location, once for each virtual address
// and proxy; says whether f said yes to one.
template <class Size, class F>
bool any_access_ahead(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                      LocationId location, F&& f) {
  const InstructionId pc = state.threads[thread].pc;
  return std::ranges::any_of(context.accesses_ahead[thread][pc], [&](InstructionId at) {
    const Access& access = context.semantics.access(thread, at);
    return access.location == location && f(access);
  });
}

// Whether the thread may still read a write of the location that another one follows. Of a
// read-modify-write that writes in any case nothing morally strong can be in between.
template <class Size>
bool may_read_stale(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                    LocationId location) {
  const Semantics& semantics = context.semantics;
  const Future& future = context.futures[thread][state.threads[thread].pc];
  const auto all = state.memory.at_location(location, semantics);
  if ((future.reads & place(location)) == 0 || all.empty()) return false;
  const bool only_modifies =
      semantics.uniform(location) && (future.reads_alone & place(location)) == 0;
  const auto is_free = [&](std::size_t source) {
    return !only_modifies || !state.memory.is_modified(source, location, semantics);
  };
  return any_access_ahead(context, state, thread, location, [&](const Access& access) {
    const auto below = below_access(context, state, access);
    bool stale = below.empty() && is_free(initial_write);
    all.for_each([&](std::size_t w) {
      const auto& after = state.memory.writes[w].after;
      stale = stale || (!after.empty() && !after.intersects(below) && is_free(w));
    });
    return stale;
  });
}

template <class Size>
bool is_written_for_ever(const Context& context, const InOrderState<Size>& state,
                         LocationId location) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if ((context.repeated[t][state.threads[t].pc].writes & place(location)) != 0) return true;
  }
  return false;
}

template <class Size>
bool window_full(const Context& context, const InOrderState<Size>& state, LocationId location) {
  std::size_t writes = 0;
  state.memory.at_location(location, context.semantics).for_each([&](std::size_t) { ++writes; });
  return writes >= window_writes && is_written_for_ever(context, state, location);
}

// Whether some last write would be news to an access ahead of the thread.
template <class Size>
bool lags(const Context& context, const InOrderState<Size>& state, ThreadId thread,
          LocationId location) {
  const auto last = state.memory.last(location, context.semantics);
  return any_access_ahead(context, state, thread, location, [&](const Access& access) {
    return !below_access(context, state, access).includes(last);
  });
}

}  // namespace

template <class Size>
typename Size::Items below_access(const Context& context, const InOrderState<Size>& state,
                                  const Access& access) {
  const auto& mine = state.threads[access.thread];
  auto below = state.memory.ordered_before(mine.knowledge.view, access, context.semantics);
  if (!mine.floor.empty()) {
    below |= mine.floor & state.memory.at_location(access.location, context.semantics);
  }
  return below;
}

template <class Size>
bool floor_orders(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                  LocationId location) {
  if (context.semantics.uniform(location)) return true;
  const Future& future = context.futures[thread][state.threads[thread].pc];
  return (future.writes & place(location)) == 0;
}

template <class Size>
bool coherence_is_settled(const Context& context, const InOrderState<Size>& state,
                          LocationId location) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Future& future = context.futures[t][state.threads[t].pc];
    if ((future.strong_writes & context.addresses_of[location]) != 0) return false;
  }
  return true;
}

namespace {

// Whether it helps memory to forget writes to the location if the thread's floor is raised.
template <class Size>
bool heeds_floor(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                 LocationId location) {
  if (floor_orders(context, state, thread, location)) return true;
  const Future& future = context.futures[thread][state.threads[thread].pc];
  return (future.reads & place(location)) != 0 && coherence_is_settled(context, state, location);
}

}  // namespace

template <class Size>
bool may_propagate(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                   LocationId location) {
  const InstructionId pc = state.threads[thread].pc;
  if ((context.repeated[thread][pc].reads & place(location)) != 0 &&
      may_read_stale(context, state, thread, location)) {
    return true;
  }
  return heeds_floor(context, state, thread, location) && window_full(context, state, location) &&
         lags(context, state, thread, location);
}

template <class Size>
bool window_closed(const Context& context, const InOrderState<Size>& state, LocationId location) {
  if (!context.options.liveness || !window_full(context, state, location)) return false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (may_propagate(context, state, static_cast<ThreadId>(t), location)) return true;
  }
  return false;
}

template <class Size>
void forget_floors(const Context& context, InOrderState<Size>& state) {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto floor = state.threads[t].floor;
    floor.for_each([&](std::size_t w) {
      const auto& after = state.memory.writes[w].after;
      const LocationId location = state.memory.access(w, context.semantics).location;
      // The view says as much, or something later is at the floor.
      const bool matters =
          !after.intersects(floor) &&
          any_access_ahead(context, state, thread, location, [&](const Access& access) {
            const auto known = state.memory.ordered_before(state.threads[t].knowledge.view, access,
                                                           context.semantics);
            return !known.contains(w) && !after.intersects(known);
          });
      if (!matters) state.threads[t].floor &= ~Size::Items::of(w);
    });
  }
}

template <class Size>
Duties open_duties(const Context& context, const InOrderState<Size>& state) {
  Duties duties;
  const std::size_t locations = context.semantics.locations();
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const PlaceSet reads = context.repeated[t][state.threads[t].pc].reads;
    for (std::size_t location = 0; location < locations; ++location) {
      if ((reads & place(location)) != 0 && may_read_stale(context, state, static_cast<ThreadId>(t),
                                                           static_cast<LocationId>(location))) {
        duties.push_back(static_cast<std::uint32_t>(t * locations + location));
      }
    }
  }
  return duties;
}

}  // namespace opexplore::ptx_model
