#include "opmodel/machines/vulkan/renumber.hpp"

#include <algorithm>
#include <utility>

namespace opexplore::vulkan {

namespace {

// Replaces the numbers of events by new ones; those without one leave the sets.
class Renumbering {
 public:
  Renumbering(const Context& context, const State& state, const EventSet& kept)
      : to_(state.events.size(), no_event) {
    for (std::size_t event = 0; event < state.events.size(); ++event) {
      if (kept.contains(event)) from_.push_back(static_cast<EventId>(event));
    }
    std::ranges::stable_sort(from_, {},
                             [&](EventId event) { return context.of(state, event).thread; });
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

  std::vector<EventId> from_;  // by new number
  std::vector<EventId> to_;    // by old number
  bool changes_ = false;
};

}  // namespace

void keep_events(const Context& context, State& state, const EventSet& kept) {
  Renumbering(context, state, kept).apply(state);
  std::ranges::sort(state.stamps);
  std::ranges::sort(state.handed, [](const Handed& a, const Handed& b) {
    return std::pair(a.release, a.mask) < std::pair(b.release, b.mask);
  });
}

}  // namespace opexplore::vulkan
