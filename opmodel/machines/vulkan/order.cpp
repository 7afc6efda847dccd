#include "opmodel/machines/vulkan/order.hpp"

namespace opexplore::vulkan {

namespace {

// The stamps of one write.
template <class Use>
void for_stamps(const State& state, EventId write, Stamp::Kind kind, const Use& use) {
  for (const Stamp& stamp : state.stamps) {
    if (stamp.write == write && stamp.kind == kind) use(stamp);
  }
}

// The scopes whose instance, that of its operation, has the write available and the thread in it.
Levels shared_levels(const Context& context, const State& state, const Stamp& stamp,
                     ThreadId thread) {
  const Operation& by = context.of(state, stamp.by);
  const Levels levels = available_to(stamp.places, *by.event.scope);
  Levels result = 0;
  for (unsigned level = 0; level < 4; ++level) {
    if ((levels >> level & 1U) == 0) continue;
    if (context.plan.share(static_cast<VulkanScope>(level), by.thread, thread)) {
      result |= static_cast<Levels>(1U << level);
    }
  }
  return result;
}

bool happened(const State& state, EventId write, Stamp::Kind kind, const Now& now) {
  bool result = false;
  for_stamps(state, write, kind,
             [&](const Stamp& stamp) { result = result || now.before.contains(stamp.by); });
  return result;
}

// Write before write, in a domain that has both.
bool is_available(const Context& context, const State& state, EventId write, const Now& now) {
  const ThreadId thread = context.plan[now.operation].thread;
  bool result = false;
  for_stamps(state, write, Stamp::Kind::available, [&](const Stamp& stamp) {
    result = result ||
             (now.before.contains(stamp.by) && shared_levels(context, state, stamp, thread) != 0);
  });
  return result;
}

// Write before read: a visibility operation of the thread has pulled it, this one or one before.
bool is_visible(const Context& context, const State& state, EventId write, const Now& now) {
  const ThreadId thread = context.plan[now.operation].thread;
  bool result = now.event == no_event && pulled(context, state, now, write) != 0 &&
                context.plan[now.operation].event.visible;
  for_stamps(state, write, Stamp::Kind::visible, [&](const Stamp& stamp) {
    const Event& by = state.events[stamp.by];
    if (context.plan[by.operation].thread != thread) return;
    result = result || stamp.by == now.event || context.plan.includes(by.operation, now.operation);
  });
  return result;
}

bool write_ordered(const Context& context, const State& state, EventId write, const Now& now) {
  const Operation& first = context.of(state, write);
  const Operation& second = context.plan[now.operation];
  if (first.event.non_private && second.event.non_private && first.reference == second.reference) {
    if (second.is_write() ? is_available(context, state, write, now)
                          : is_visible(context, state, write, now)) {
      return true;
    }
  }
  return happened(state, write,
                  second.is_write() ? Stamp::Kind::device_available : Stamp::Kind::device_visible,
                  now);
}

}  // namespace

EventSet own_events(const Context& context, const State& state, ThreadId thread, EventId without) {
  EventSet own;
  for (std::size_t event = 0; event < state.events.size(); ++event) {
    if (event == without || context.plan[state.events[event].operation].thread != thread) continue;
    own |= EventSet::of(event);
  }
  return own;
}

Now now(const Context& context, const State& state, OperationId operation, EventId event) {
  const Operation& what = context.plan[operation];
  Now result{operation, event, own_events(context, state, what.thread, event)};
  for (std::size_t mask = 0; mask < context.plan.masks().size(); ++mask) {
    const std::size_t row = context.row(what.thread, mask);
    result.before |= state.start[row];
    if ((what.classes >> mask & 1U) != 0) result.before |= state.known[row];
  }
  return result;
}

bool location_ordered(const Context& context, const State& state, EventId first, const Now& now) {
  const Operation& a = context.of(state, first);
  const Operation& f = context.plan[now.operation];
  if (a.thread == f.thread && a.reference == f.reference) return true;
  if (a.is_write()) return write_ordered(context, state, first, now);
  if (a.event.non_private && f.event.non_private && now.before.contains(first)) return true;
  return (context.plan.predecessors(f.thread) & thread_bit(a.thread)) != 0;
}

ChainPlaces pulled(const Context& context, const State& state, const Now& now, EventId write) {
  const Operation& what = context.plan[now.operation];
  if (!what.event.scope) return 0;
  Levels levels = 0;
  for_stamps(state, write, Stamp::Kind::available, [&](const Stamp& stamp) {
    if (now.before.contains(stamp.by)) levels |= shared_levels(context, state, stamp, what.thread);
  });
  ChainPlaces places = pulled_from(static_cast<Levels>(levels & levels_up_to(*what.event.scope)));
  if (context.chains == Chains::none) return places;
  for_stamps(state, write, Stamp::Kind::visible, [&](const Stamp& stamp) {
    if (stamp.by == now.event || !now.before.contains(stamp.by)) return;
    if (!context.follows(state.events[stamp.by].operation, now.operation)) return;
    const ThreadId by = context.of(state, stamp.by).thread;
    for (const VulkanScope in : hop_scopes) {
      if (*what.event.scope < in || !context.plan.share(in, by, what.thread)) continue;
      places |= hop_inwards(stamp.places, in);
    }
  });
  return places;
}

Missing missing(const Context& context, const State& state, EventId first, const Now& now) {
  const Operation& a = context.of(state, first);
  const Operation& f = context.plan[now.operation];
  if (a.event.atomic && f.event.atomic && a.reference == f.reference) return Missing::scope;
  if (!now.before.contains(first) || a.is_read()) return Missing::order;
  bool any = false;
  bool shared = false;
  for_stamps(state, first, Stamp::Kind::available, [&](const Stamp& stamp) {
    any = true;
    shared = shared || shared_levels(context, state, stamp, f.thread) != 0;
  });
  if (!any || !a.event.non_private) return Missing::availability;
  if (!shared) return Missing::scope;
  if (f.is_write()) return Missing::availability;
  return Missing::visibility;
}

}  // namespace opexplore::vulkan
