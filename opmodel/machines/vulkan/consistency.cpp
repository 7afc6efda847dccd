#include "opmodel/machines/vulkan/consistency.hpp"

namespace opexplore::vulkan {

namespace {

// The accesses of one location as a graph, with one of them, the newest, not yet part of it.
class LocationGraph {
 public:
  LocationGraph(const Context& context, State& state, EventId newest)
      : context_(context),
        state_(state),
        newest_(newest),
        places_(places_of(state, context.of(state, newest).location)) {}

  bool add() {
    EventSet into = location_order(newest_);
    EventSet out;
    const Event& event = state_.events[newest_];
    // What was executed while a read waited can be ordered behind it.
    for_each([&](EventId other) {
      if (location_order(other).contains(newest_)) out |= EventSet::of(other);
    });
    if (is_read(newest_)) {
      if (event.reads_from != no_event) into |= EventSet::of(event.reads_from);
      for_each([&](EventId other) {
        if (is_write(other) && from_read(newest_, other)) out |= EventSet::of(other);
      });
    } else {
      for_each([&](EventId other) {
        if (is_read(other) ? from_read(other, newest_) : asmo(other, newest_)) {
          into |= EventSet::of(other);
        }
        if (is_write(other) && asmo(newest_, other)) out |= EventSet::of(other);
      });
    }
    return connect(into, out) && !reads_stale() && is_atomic();
  }

 private:
  // Axiom 1: the union of all orders has no cycle.
  bool connect(const EventSet& into, const EventSet& out) {
    EventSet before = into;
    into.for_each([&](std::size_t other) { before |= state_.ordered[other].before; });
    if (before.intersects(out) || before.contains(newest_)) return false;
    state_.ordered[newest_].before = before;
    const EventSet gained = before | EventSet::of(newest_);
    for_each([&](EventId other) {
      if (!out.contains(other) && !state_.ordered[other].before.intersects(out)) return;
      state_.ordered[other].before |= gained;
    });
    return true;
  }

  // Axiom 2: a non-atomic read does not read a write that another one follows on the way to it.
  bool reads_stale() const {
    const Event& event = state_.events[newest_];
    if (!is_read(newest_) || context_.of(state_, newest_).event.atomic) return false;
    if (event.reads_from == no_event) return false;
    bool stale = false;
    before_in_location_order(newest_).for_each([&](std::size_t other) {
      const auto write = static_cast<EventId>(other);
      if (!is_write(write) || write == event.reads_from) return;
      stale = stale || before_in_location_order(write).contains(event.reads_from);
    });
    return stale;
  }

  // Axiom 3: no write of another thread comes between what a read-modify-write reads and writes.
  bool is_atomic() const {
    if (!is_write(newest_)) return true;
    bool result = true;
    for_each([&](EventId write) { result = result && has_none_between(write); });
    return result;
  }
  bool has_none_between(EventId write) const {
    const EventId read = state_.events[write].read_half;
    if (read == no_event) return true;
    bool result = true;
    for_each([&](EventId other) {
      if (!is_write(other) || thread(other) == thread(write)) return;
      result = result && !(from_read(read, other) && asmo(other, write));
    });
    return result;
  }

  EventSet before_in_location_order(EventId event) const {
    EventSet found = location_order(event);
    for (EventSet last; last != found;) {
      last = found;
      last.for_each([&](std::size_t other) { found |= state_.ordered[other].location_order; });
    }
    return found;
  }

  bool from_read(EventId read, EventId write) const {
    if (late_read(state_, read) != nullptr) return false;
    const EventId from = state_.events[read].reads_from;
    if (from == no_event) return true;
    if (from == write) return false;
    if (asmo(from, write)) return true;
    const bool observed =
        context_.reading == Reading::khronos || location_order(read).contains(from);
    return observed && location_order(write).contains(from);
  }

  bool asmo(EventId first, EventId second) const {
    if (!context_.plan.mutually_ordered(state_.events[first].operation,
                                        state_.events[second].operation)) {
      return false;
    }
    const auto its = place_of(state_, places_, first);
    const auto other = place_of(state_, places_, second);
    return its && other && *its < *other;  // one that has not read yet has no place
  }

  template <class Use>
  void for_each(const Use& use) const {
    const LocationId location = context_.of(state_, newest_).location;
    for (std::size_t index = 0; index < state_.events.size(); ++index) {
      const auto event = static_cast<EventId>(index);
      const Operation& what = context_.of(state_, event);
      if (event != newest_ && what.is_access() && what.location == location) use(event);
    }
    if (is_write(newest_)) use(newest_);
  }

  bool is_read(EventId event) const { return context_.of(state_, event).is_read(); }
  bool is_write(EventId event) const { return context_.of(state_, event).is_write(); }
  ThreadId thread(EventId event) const { return context_.of(state_, event).thread; }
  const EventSet& location_order(EventId event) const {
    return state_.ordered[event].location_order;
  }

  const Context& context_;
  State& state_;
  EventId newest_;
  Places places_;
};

}  // namespace

bool add_to_order(const Context& context, State& state, EventId event) {
  return LocationGraph(context, state, event).add();
}

}  // namespace opexplore::vulkan
