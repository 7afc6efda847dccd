#include "opmodel/machines/cxx/rules.hpp"

#include <iterator>
#include <variant>

namespace opexplore::cxx {

namespace {

GraphEvent& put(State& state, const Pending& event, Done done) {
  auto& thread = state.threads[event.name.thread];
  if (event.name.index == thread.size()) thread.emplace_back();
  GraphEvent& made = thread[event.name.index];
  made.instruction = event.instruction;
  made.done = done;
  return made;
}

// Whether the write behind that place is an update, which has read the one at the place.
bool glued(const State& state, const std::vector<EventName>& order, std::size_t place) {
  return place < order.size() && state.at(order[place]).done == Done::update;
}

void insert(std::vector<EventName>& order, std::size_t place, EventName write) {
  order.insert(std::next(order.begin(), static_cast<std::ptrdiff_t>(place)), write);
}

LocationId location_of(const Context& context, const Pending& event) {
  return context.plan(event.name.thread, event.instruction).location;
}

// The value at that place of the coherence order.
Value value_at(const Context& context, const State& state, LocationId location, std::size_t place) {
  return place == 0 ? context.program().locations[location].initial
                    : state.at(state.coherence[location][place - 1]).written;
}

// What the event, if it reads at that place, writes as well.
std::optional<Value> written_at(const Context& context, const State& state, const Pending& event,
                                std::size_t place) {
  const auto& instructions = context.program().threads[event.name.thread].instructions;
  return value_written(instructions[event.instruction].action, event.operand, event.expected,
                       value_at(context, state, location_of(context, event), place));
}

std::optional<EventName> source_at(const State& state, LocationId location, std::size_t place) {
  if (place == 0) return std::nullopt;
  return state.coherence[location][place - 1];
}

}  // namespace

bool updates(const Context& context, const State& state, const Pending& event, std::size_t place) {
  return written_at(context, state, event, place).has_value();
}

Grown fence(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::fence);
  return next;
}

Grown arrive(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::barrier);
  return next;
}

Grown wait(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::postponed);
  return next;
}

Grown write(const Context& context, const State& state, const Pending& event, std::size_t place) {
  const LocationId location = location_of(context, event);
  if (glued(state, state.coherence[location], place)) return std::nullopt;
  State next = state;
  put(next, event, Done::write).written = event.operand;
  insert(next.coherence[location], place, event.name);
  return next;
}

Grown read(const Context& context, const State& state, const Pending& event, std::size_t place) {
  State next = state;
  put(next, event, Done::read).source = source_at(state, location_of(context, event), place);
  return next;
}

Grown update(const Context& context, const State& state, const Pending& event, std::size_t place) {
  const LocationId location = location_of(context, event);
  if (glued(state, state.coherence[location], place)) return std::nullopt;
  State next = state;
  GraphEvent& made = put(next, event, Done::update);
  made.source = source_at(state, location, place);
  made.written = *written_at(context, state, event, place);
  insert(next.coherence[location], place, event.name);
  return next;
}

Grown postpone(const Context& context, const State& state, const Pending& event,
               std::size_t place) {
  return wait(context, state, event, place);
}

Grown late_write(const Context& context, const State& state, const Pending& event,
                 std::size_t place) {
  return write(context, state, event, place);
}

Grown late_read(const Context& context, const State& state, const Pending& event,
                std::size_t place) {
  return read(context, state, event, place);
}

Grown late_update(const Context& context, const State& state, const Pending& event,
                  std::size_t place) {
  return update(context, state, event, place);
}

Grown local(const Context&, const State& state, const Pending&, std::size_t) { return state; }

State propagate(const State& state, ThreadId thread, LocationId location) {
  State next = state;
  next.floors[thread][location] = state.coherence[location].back();
  return next;
}

}  // namespace opexplore::cxx
