#include "opmodel/machines/amdgpu/rules.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "opmodel/amdgpu.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::amdgpu {

namespace {

using cxx::Done;
using cxx::EventName;
using cxx::GraphEvent;

GraphEvent& put(State& state, const Pending& event, Done done) {
  auto& thread = state.threads[event.name.thread];
  if (event.name.index == thread.size()) thread.emplace_back();
  GraphEvent& made = thread[event.name.index];
  made.instruction = event.instruction;
  made.done = done;
  return made;
}

const cxx::Planned& plan_of(const Context& context, const Pending& event) {
  return context.plan(event.name.thread, event.instruction);
}

const Atomic& atomic_of(const Context& context, const Pending& event) {
  const auto& instructions = context.program().threads[event.name.thread].instructions;
  return *read_modify_write(instructions[event.instruction].action);
}

// What is not atomic stands in front, by name.
void insert(const Context& context, State& state, const Pending& event, std::size_t place) {
  const cxx::Planned& plan = plan_of(context, event);
  auto& order = state.coherence[plan.location];
  if (plan.order == Order::weak) {
    const auto end =
        order.begin() + static_cast<std::ptrdiff_t>(plain_writes(context, state, plan.location));
    order.insert(std::lower_bound(order.begin(), end, event.name), event.name);
    return;
  }
  order.insert(std::next(order.begin(), static_cast<std::ptrdiff_t>(place)), event.name);
}

std::optional<EventName> source_at(const State& state, LocationId location, std::size_t place) {
  if (place == 0) return std::nullopt;
  return state.coherence[location][place - 1];
}

}  // namespace

Ways ways(const Context& context, const Pending& event, Value read) {
  if (plan_of(context, event).kind != cxx::Planned::Kind::atomic) return {false, true};
  if (atomic_of(context, event).op != AtomicOp::cas) return {true, false};
  const auto equal = evaluate_or_undef(Comparison::equal, read, event.expected);
  if (!equal) return {true, true};
  return {*equal, !*equal};
}

Value value_at(const Context& context, const State& state, LocationId location, std::size_t place) {
  return place == 0 ? context.program().locations[location].initial
                    : state.at(state.coherence[location][place - 1]).written;
}

std::size_t plain_writes(const Context& context, const State& state, LocationId location) {
  const auto& order = state.coherence[location];
  const auto is_plain = [&](EventName write) {
    return context.plan(write.thread, state.at(write).instruction).order == Order::weak;
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(order, is_plain) - order.begin());
}

State fence(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::fence);
  return next;
}

State arrive(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::barrier);
  return next;
}

State branch(const Context&, const State& state, const Pending& event, std::size_t taken) {
  State next = state;
  put(next, event, Done::branch).written = static_cast<Value>(taken);
  return next;
}

State wait(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::postponed);
  return next;
}

State write(const Context& context, const State& state, const Pending& event, std::size_t place) {
  State next = state;
  insert(context, next, event, place);
  put(next, event, Done::write).written = event.operand;
  return next;
}

State read(const Context& context, const State& state, const Pending& event, std::size_t place) {
  State next = state;
  put(next, event, Done::read).source = source_at(state, plan_of(context, event).location, place);
  return next;
}

State read_undef(const Context&, const State& state, const Pending& event, std::size_t) {
  State next = state;
  put(next, event, Done::read).undefined = true;
  return next;
}

State update(const Context& context, const State& state, const Pending& event,
             const UpdateArgument& argument) {
  const LocationId location = plan_of(context, event).location;
  State next = state;
  insert(context, next, event, argument.place);
  GraphEvent& made = put(next, event, Done::update);
  made.source = source_at(state, location, argument.source);
  made.written =
      evaluate_or_undef(atomic_of(context, event).op,
                        value_at(context, state, location, argument.source), event.operand);
  return next;
}

State update_undef(const Context& context, const State& state, const Pending& event,
                   std::size_t place) {
  State next = state;
  insert(context, next, event, place);
  GraphEvent& made = put(next, event, Done::update);
  made.undefined = true;
  made.written = evaluate_or_undef(atomic_of(context, event).op, undef, event.operand);
  return next;
}

State postpone(const Context& context, const State& state, const Pending& event,
               std::size_t place) {
  return amdgpu::wait(context, state, event, place);
}

}  // namespace opexplore::amdgpu
