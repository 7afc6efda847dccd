#include "opmodel/machines/vulkan/parts.hpp"

#include <algorithm>

namespace opexplore::vulkan {

namespace {

// Adds chains to a write's stamp by an operation.
void put_stamp(State& state, const Stamp& stamp) {
  const auto same = std::ranges::find_if(state.stamps, [&](const Stamp& other) {
    return other.write == stamp.write && other.kind == stamp.kind && other.by == stamp.by;
  });
  if (same != state.stamps.end()) {
    same->places |= stamp.places;
  } else {
    state.stamps.insert(std::ranges::upper_bound(state.stamps, stamp), stamp);
  }
}

template <class Use>
void for_writes(const Context& context, const State& state, const Use& use) {
  for (std::size_t index = 0; index < state.events.size(); ++index) {
    const auto event = static_cast<EventId>(index);
    if (context.of(state, event).is_write()) use(event);
  }
}

// Where chains come by the operation that have made the write available before.
ChainPlaces widened(const Context& context, const State& state, const Now& now, EventId write) {
  const Operation& what = context.plan[now.operation];
  ChainPlaces places = 0;
  if (context.chains == Chains::none) return places;
  const OperationId written = state.events[write].operation;
  if (context.chains == Chains::spec && !context.plan.includes(written, now.operation)) {
    return places;
  }
  for (const Stamp& stamp : state.stamps) {
    if (stamp.write != write || stamp.kind != Stamp::Kind::available || stamp.by == now.event ||
        !now.before.contains(stamp.by)) {
      continue;
    }
    if (!context.follows(state.events[stamp.by].operation, now.operation)) continue;
    const Operation& by = context.of(state, stamp.by);
    for (const VulkanScope in : hop_scopes) {
      if (*by.event.scope < in || !context.plan.share(in, by.thread, what.thread)) continue;
      places |= hop_outwards(stamp.places, in);
    }
  }
  return places;
}

void make_device_available(const Context& context, State& state, const Now& now) {
  for_writes(context, state, [&](EventId write) {
    if (!now.before.contains(write)) return;
    put_stamp(state, {write, Stamp::Kind::device_available, now.event, 0});
  });
}

void make_device_visible(State& state, const Now& now) {
  std::vector<EventId> writes;
  for (const Stamp& stamp : state.stamps) {
    if (stamp.kind != Stamp::Kind::device_available || !now.before.contains(stamp.by)) continue;
    writes.push_back(stamp.write);
  }
  for (const EventId write : writes) {
    put_stamp(state, {write, Stamp::Kind::device_visible, now.event, 0});
  }
}

}  // namespace

void acquire(const Context& context, State& state, OperationId operation, const EventSet& sources) {
  const Operation& what = context.plan[operation];
  sources.for_each([&](std::size_t index) {
    const auto source = static_cast<EventId>(index);
    const OperationId releasing = state.events[source].operation;
    if (!context.plan.in_scope(releasing, operation)) return;
    const MaskSet masks = context.plan.within(static_cast<StorageClassSet>(
        context.plan[releasing].event.semantics & what.event.semantics));
    for (std::size_t mask = 0; mask < context.plan.masks().size(); ++mask) {
      if ((masks >> mask & 1U) == 0) continue;
      state.known[context.row(what.thread, mask)] |= EventSet::of(source);
    }
    for (const Handed& handed : state.handed) {
      if (handed.release != source || (masks >> handed.mask & 1U) == 0) continue;
      state.known[context.row(what.thread, handed.mask)] |= handed.events;
    }
  });
}

EventId record(const Context& context, State& state, OperationId operation) {
  state.events.push_back({operation, no_event, no_event});
  if (context.exact) state.ordered.emplace_back();
  return static_cast<EventId>(state.events.size() - 1);
}

// What a read of one location makes visible matters to later reads of that reference alone, unless
// chains go on through it.
void see(const Context& context, State& state, const Now& now) {
  const Operation& what = context.plan[now.operation];
  if (what.event.kind == VulkanEvent::Kind::device_visible) return make_device_visible(state, now);
  if (!what.event.visible && !what.event.make_visible) return;
  const bool goes_on = what.event.make_visible || (context.chains == Chains::model &&
                                                   context.plan.passes_visibility(now.operation));
  for_writes(context, state, [&](EventId write) {
    const Operation& written = context.of(state, write);
    if (!written.event.non_private) return;
    const bool same = what.is_access() && what.reference == written.reference;
    if (!goes_on && !same) return;
    if (context.chains == Chains::spec && !same &&
        !has_class(what.event.semantics, *written.event.storage_class)) {
      return;
    }
    const ChainPlaces places = pulled(context, state, now, write);
    if (places != 0) put_stamp(state, {write, Stamp::Kind::visible, now.event, places});
  });
}

void make_available(const Context& context, State& state, const Now& now) {
  const Operation& what = context.plan[now.operation];
  if (what.event.kind == VulkanEvent::Kind::device_available) {
    return make_device_available(context, state, now);
  }
  if (!what.event.available && !what.event.make_available) return;
  for_writes(context, state, [&](EventId write) {
    const Event& written = state.events[write];
    const Operation& access = context.plan[written.operation];
    if (!access.event.non_private) return;
    ChainPlaces places = widened(context, state, now, write);
    const bool own = write == now.event
                         ? what.event.available
                         : access.thread == what.thread &&
                               context.plan.includes(written.operation, now.operation);
    if (own) places = available_first;  // more than any other
    places &= useful_outwards(*what.event.scope);
    if (places != 0) put_stamp(state, {write, Stamp::Kind::available, now.event, places});
  });
}

void release(const Context& context, State& state, OperationId operation, EventId event) {
  const Operation& what = context.plan[operation];
  const MaskSet masks = context.plan.within(what.event.semantics);
  std::erase_if(state.handed, [&](const Handed& handed) { return handed.release == event; });
  for (std::size_t mask = 0; mask < context.plan.masks().size(); ++mask) {
    if ((masks >> mask & 1U) == 0) continue;
    const std::size_t row = context.row(what.thread, mask);
    Handed handed{event, static_cast<std::uint8_t>(mask), state.start[row] | state.known[row]};
    own_events(context, state, what.thread).for_each([&](std::size_t own) {
      if ((context.of(state, static_cast<EventId>(own)).classes >> mask & 1U) == 0) return;
      handed.events |= EventSet::of(own);
    });
    state.handed.push_back(handed);
  }
}

EventSet meet(const Context& context, State& state, const Now& now) {
  const Operation& second = context.plan[now.operation];
  EventSet ordered;
  for (std::size_t index = 0; index < state.events.size(); ++index) {
    const auto event = static_cast<EventId>(index);
    const OperationId operation = state.events[event].operation;
    const Operation& first = context.plan[operation];
    if (event == now.event || !first.is_access() || first.location != second.location) continue;
    if (location_ordered(context, state, event, now)) {
      ordered |= EventSet::of(event);
      continue;
    }
    const bool conflict = first.is_write() || second.is_write();
    if (state.race || !conflict || context.plan.mutually_ordered(operation, now.operation)) {
      continue;
    }
    state.race = Race{operation, now.operation, missing(context, state, event, now)};
  }
  for (LateRead& late : state.late) {
    if (ordered.contains(late.event)) late.after |= EventSet::of(now.event);
    if (late.write.event == no_event || !ordered.contains(late.write.event)) continue;
    late.write.after |= EventSet::of(now.event);
  }
  if (context.exact) state.ordered[now.event].location_order = ordered;
  return ordered;
}

// Where races are followed, what a read has read is a matter of the axioms. A write that has no
// place yet comes behind its own floor; another one can follow it there, when it has come, but no
// read can before.
std::size_t floor_of(const Context& context, const State& state, LocationId location,
                     const EventSet& ordered, Half half) {
  const Places places = places_of(state, location);
  std::size_t floor = 0;
  ordered.for_each([&](std::size_t index) {
    const auto event = static_cast<EventId>(index);
    auto place = place_of(state, places, event);
    if (const LateRead* const late = late_read(state, event); late != nullptr && !context.exact) {
      place = event == late->event
                  ? floor_of(context, state, location, late->before, Half::read)
                  : floor_of(context, state, location, late->write.before, Half::write) +
                        (half == Half::read ? 1U : 0U);
    }
    if (!place && !context.exact) place = place_of(state, places, state.events[event].reads_from);
    if (place) floor = std::max(floor, *place);
  });
  return floor;
}

std::size_t floor_ahead(const Context& context, const State& state, OperationId operation) {
  const LocationId location = context.plan[operation].location;
  const Places places = places_of(state, location);
  const Now then = now(context, state, operation, no_event);
  std::size_t floor = 0;
  for (std::size_t index = 0; index < state.events.size(); ++index) {
    const auto event = static_cast<EventId>(index);
    const Operation& what = context.of(state, event);
    if (!what.is_access() || what.location != location) continue;
    auto place = place_of(state, places, event);
    if (!place) place = place_of(state, places, state.events[event].reads_from);
    if (!place || *place <= floor) continue;
    if (location_ordered(context, state, event, then)) floor = *place;
  }
  return floor;
}

std::size_t brought_place(const State& state, Places places, ThreadId thread) {
  for (std::size_t place = places.size(); place-- > 1;) {
    if ((state.messages[places.begin + place].brought & thread_bit(thread)) != 0) return place;
  }
  return 0;
}

EventSet sources_of(const Context& context, const State& state, OperationId operation,
                    EventId event) {
  const Operation& what = context.plan[operation];
  EventSet sources;
  if (!what.event.atomic) return sources;
  if (what.event.releases) sources |= EventSet::of(event);
  state.released[what.thread].for_each([&](std::size_t index) {
    const Operation& fence = context.of(state, static_cast<EventId>(index));
    if (!has_class(fence.event.semantics, *what.event.storage_class)) return;
    sources |= EventSet::of(index);
  });
  return sources;
}

EventSet inherited(const Context& context, const State& state, OperationId operation,
                   std::size_t place) {
  const Places places = places_of(state, context.plan[operation].location);
  while (place-- > 0) {
    const Message& message = state.messages[places.begin + place];
    if (message.write == no_event) continue;
    const OperationId before = state.events[message.write].operation;
    if (context.plan.mutually_ordered(before, operation)) return message.sources;
  }
  return {};
}

bool put_message(State& state, const Message& message, std::size_t place) {
  const Places places = places_of(state, message.location);
  const auto position = static_cast<std::ptrdiff_t>(places.begin + place);
  const bool parts = place < places.size() && state.messages[places.begin + place].bound;
  state.messages.insert(state.messages.begin() + position, message);
  return !parts;
}

void start_threads(const Context& context, State& state) {
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if ((state.started & thread_bit(thread)) != 0) continue;
    const ThreadMask before = context.plan.direct_predecessors(thread);
    bool all_ended = true;
    for (std::size_t other = 0; other < state.next.size(); ++other) {
      const auto one = static_cast<ThreadId>(other);
      if ((before & thread_bit(one)) != 0) all_ended = all_ended && context.has_ended(state, one);
    }
    if (!all_ended) continue;
    state.started |= thread_bit(thread);
    for (std::size_t other = 0; other < state.next.size(); ++other) {
      const auto one = static_cast<ThreadId>(other);
      if ((before & thread_bit(one)) == 0) continue;
      const EventSet own = own_events(context, state, one);
      for (std::size_t mask = 0; mask < context.plan.masks().size(); ++mask) {
        const std::size_t from = context.row(one, mask);
        state.start[context.row(thread, mask)] |= own | state.known[from] | state.start[from];
      }
    }
  }
}

}  // namespace opexplore::vulkan
