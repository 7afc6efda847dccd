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

}  // namespace

State fence(const State& state, const Pending& event) {
  State next = state;
  put(next, event, Done::fence);
  return next;
}

State postpone(const State& state, const Pending& event) {
  State next = state;
  put(next, event, Done::postponed);
  return next;
}

std::optional<State> write(const Context& context, const State& state, const Pending& event,
                           std::size_t place) {
  const LocationId location = context.plan(event.name.thread, event.instruction).location;
  if (glued(state, state.coherence[location], place)) return std::nullopt;
  State next = state;
  put(next, event, Done::write).written = event.operand;
  insert(next.coherence[location], place, event.name);
  return next;
}

std::optional<State> read(const Context& context, const State& state, const Pending& event,
                          std::size_t place) {
  const Program& program = context.program();
  const LocationId location = context.plan(event.name.thread, event.instruction).location;
  const auto& order = state.coherence[location];
  const Value value =
      place == 0 ? program.locations[location].initial : state.at(order[place - 1]).written;
  const auto written =
      value_written(program.threads[event.name.thread].instructions[event.instruction].action,
                    event.operand, event.expected, value);
  if (written && glued(state, order, place)) return std::nullopt;
  State next = state;
  GraphEvent& made = put(next, event, written ? Done::update : Done::read);
  made.source.reset();
  if (place != 0) made.source = order[place - 1];
  if (written) {
    made.written = *written;
    insert(next.coherence[location], place, event.name);
  }
  return next;
}

}  // namespace opexplore::cxx
