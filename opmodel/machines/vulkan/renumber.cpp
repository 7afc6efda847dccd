#include "opmodel/machines/vulkan/renumber.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/parts/small_vector.hpp"

namespace opexplore::vulkan {

namespace {

// Replaces the numbers of events by new ones; those without one leave the sets.
class Renumbering {
 public:
  Renumbering(const Context& context, const State& state, const EventSet& kept)
      : to_(state.events.size(), no_event) {
    // Stable by thread, for most events already are: by insertion, and without a buffer.
    for (std::size_t event = 0; event < state.events.size(); ++event) {
      if (!kept.contains(event)) continue;
      const auto one = static_cast<EventId>(event);
      const ThreadId thread = context.of(state, one).thread;
      auto place = from_.end();
      while (place != from_.begin() && thread < context.of(state, *(place - 1)).thread) --place;
      from_.insert(place, one);
    }
    for (std::size_t place = 0; place < from_.size(); ++place) {
      to_[from_[place]] = static_cast<EventId>(place);
      if (from_[place] != place) changes_ = true;
    }
    changes_ = changes_ || from_.size() != state.events.size();
  }

  void apply(State& state) const {
    if (!changes_) return;
    move_events(state);
    for (auto* const sets :
         {&state.known, &state.start, &state.released, &state.through, &state.pending}) {
      for (EventSet& set : *sets) set = moved(set);
    }
    for (Handed& handed : state.handed) {
      handed.release = to_[handed.release];
      handed.events = moved(handed.events);
    }
    for (Stamp& stamp : state.stamps) {
      stamp.write = to_[stamp.write];
      stamp.by = to_[stamp.by];
    }
    for (Message& message : state.messages) {
      message.write = moved(message.write);
      message.sources = moved(message.sources);
    }
    for (LateRead& late : state.late) {
      late.event = to_[late.event];
      late.before = moved(late.before);
      late.after = moved(late.after);
      late.write.event = moved(late.write.event);
      late.write.before = moved(late.write.before);
      late.write.after = moved(late.write.after);
      late.write.sources = moved(late.write.sources);
    }
    for (Instance& instance : state.instances) {
      for (Member& member : instance.arrived) {
        member.event = moved(member.event);
        member.released = moved(member.released);
      }
    }
  }

 private:
  EventId moved(EventId event) const { return event == no_event ? no_event : to_[event]; }
  EventSet moved(const EventSet& set) const {
    EventSet result;
    set.for_each([&](std::size_t event) {
      if (to_[event] != no_event) result |= EventSet::of(to_[event]);
    });
    return result;
  }
  void move_events(State& state) const {
    std::vector<Event> events;
    std::vector<Ordered> ordered;
    for (const EventId event : from_) {
      Event one = state.events[event];
      one.reads_from = moved(one.reads_from);
      one.read_half = moved(one.read_half);
      events.push_back(one);
      if (state.ordered.empty()) continue;
      const Ordered& order = state.ordered[event];
      ordered.push_back({moved(order.location_order), moved(order.before)});
    }
    state.events = std::move(events);
    state.ordered = std::move(ordered);
  }

  SmallVector<EventId, 64> from_;  // by new number
  SmallVector<EventId, 64> to_;    // by old number
  bool changes_ = false;
};

}  // namespace

void keep_events(const Context& context, State& state, const EventSet& kept) {
  Renumbering(context, state, kept).apply(state);
  std::ranges::sort(state.stamps);
  std::ranges::sort(state.late, {}, &LateRead::event);
  std::ranges::sort(state.handed, [](const Handed& a, const Handed& b) {
    return std::pair(a.release, a.mask) < std::pair(b.release, b.mask);
  });
}

}  // namespace opexplore::vulkan
