// The words of the C++ machine in traces and messages.
#include <variant>

#include "opmodel/machines/cxx/barriers.hpp"
#include "opmodel/machines/cxx/machine.hpp"
#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::cxx {

namespace {

std::string text_of(EventName name) {
  return thread_name(name.thread) + "." + std::to_string(name.index);
}

AddressId address_at(const Program& program, EventName name, const GraphEvent& event) {
  return *address_of(program.threads[name.thread].instructions[event.instruction].action);
}

// `x=1 written by P0.1`, or `x=0, its initial value`.
std::string source_text(const Context& context, const State& state, EventName name) {
  const Program& program = context.program();
  const GraphEvent& event = state.at(name);
  const std::string value = program.addresses[address_at(program, name, event)].name + "=" +
                            std::to_string(value_read(context, state, name));
  return event.source ? value + " written by " + text_of(*event.source)
                      : value + ", its initial value";
}

std::string event_text(const Context& context, const State& state, EventName name) {
  const Program& program = context.program();
  const GraphEvent& event = state.at(name);
  switch (event.done) {
    case Done::postponed:
      return "postponed";
    case Done::fence:
      return "fence";
    case Done::barrier:
      return "barrier";
    case Done::branch:
      return event.written != 0 ? "branch on undef, taken" : "branch on undef, not taken";
    case Done::read:
      return "reads " + source_text(context, state, name);
    case Done::update:
      return "reads " + source_text(context, state, name) + ", writes " +
             std::to_string(event.written);
    case Done::write:
      break;
  }
  return "writes " + program.addresses[address_at(program, name, event)].name + "=" +
         std::to_string(event.written);
}

WriteRef ref(EventName write) { return {write.thread, write.index}; }

Event event_of(Event::Kind kind, AddressId address, Value value) {
  Event event;
  event.kind = kind;
  event.address = address;
  event.value = value;
  return event;
}

std::vector<Event> events_of(const Context& context, const State& state, EventName name) {
  const Program& program = context.program();
  const GraphEvent& event = state.at(name);
  if (event.done == Done::fence) return {event_of(Event::Kind::fence, 0, 0)};
  if (event.done == Done::barrier) return {event_of(Event::Kind::barrier, 0, 0)};
  if (event.done == Done::postponed) return {};
  std::vector<Event> events;
  const AddressId address = address_at(program, name, event);
  if (event.reads()) {
    events.push_back(event_of(Event::Kind::read, address, value_read(context, state, name)));
    events.back().read_from =
        event.source ? ref(*event.source) : initial_write_of(program.addresses[address].location);
  }
  if (event.writes()) {
    events.push_back(event_of(Event::Kind::write, address, event.written));
    events.back().wrote = ref(name);
  }
  return events;
}

// Where a write stands in coherence, for a step that made it.
std::string place_text(const Program& program, const State& state, EventName name,
                       LocationId location) {
  const auto& order = state.coherence[location];
  const std::size_t place = place_of(order, name);
  if (place == order.size()) return "";
  return ", before " + text_of(order[place]) + " in the coherence of " +
         program.locations[location].name;
}

}  // namespace

std::vector<Component> Machine::describe(const State& state) const {
  std::vector<Component> components;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    for (std::size_t i = 0; i < state.threads[t].size(); ++i) {
      const EventName event{static_cast<ThreadId>(t), static_cast<std::uint8_t>(i)};
      components.push_back({text_of(event), event_text(context_, state, event)});
    }
  }
  for (std::size_t l = 0; l < state.coherence.size(); ++l) {
    const Location& location = test_.program.locations[l];
    std::string order = std::to_string(location.initial);
    for (const EventName write : state.coherence[l]) {
      order += ", " + text_of(write) + "=" + std::to_string(state.at(write).written);
    }
    components.push_back({"coherence of " + location.name, order});
  }
  for (std::size_t t = 0; t < state.floors.size(); ++t) {
    for (std::size_t l = 0; l < state.floors[t].size(); ++l) {
      if (!state.floors[t][l]) continue;
      components.push_back({thread_name(static_cast<ThreadId>(t)) + " reads of " +
                                test_.program.locations[l].name + " from",
                            text_of(*state.floors[t][l])});
    }
  }
  return components;
}

StepText Machine::describe(const State& state, Step step) const {
  StepText text;
  if (rule_list.is<cxx::local>(step)) {
    text.instruction = outlook_of(context_, state, step.thread).pc;
    return text;
  }
  if (rule_list.is<propagate>(step)) {
    const LocationId location = rule_list.argument<propagate>(step).location;
    text.arguments = thread_name(step.thread) + " reads nothing of " +
                     test_.program.locations[location].name + " before " +
                     text_of(state.coherence[location].back()) + " any more";
    return text;
  }
  Found found;  // with the event that closes a round
  steps(state, rounds_ == Rounds::closed ? Rounds::kept : rounds_, found);
  for (const auto& [each, next] : found) {
    if (each != step) continue;
    const std::size_t index = rule_list.argument<read>(step).event;  // all rules have it
    const EventName made{step.thread, static_cast<std::uint8_t>(index)};
    const GraphEvent& event = next.at(made);
    text.instruction = event.instruction;
    text.events = events_of(context_, next, made);
    if (event.done == Done::fence || event.done == Done::barrier) return text;
    text.arguments = event_text(context_, next, made);
    if (event.done == Done::write) {
      const LocationId location = context_.plan(made.thread, event.instruction).location;
      text.arguments += place_text(test_.program, next, made, location);
    }
    if (event.reads()) {
      text.reason =
          "no write that happens before the read, or that the thread has seen, is later "
          "in coherence, and the order of sc operations allows it";
    }
  }
  return text;
}

// Only who waits at a barrier is stuck: elsewhere something was given up.
Phrase Machine::stuck_reason(const State& state) const {
  Barriers waiting;
  const std::vector<Outlook> outlooks = outlooks_of(context_, state);
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    if (outlooks[t].stand != Stand::barrier) continue;
    const auto thread = static_cast<ThreadId>(t);
    const InstructionId pc = state.threads[t].back().instruction;
    const Action& action = test_.program.threads[t].instructions[pc].action;
    waiting.arrive(context_.barriers(), thread, arrival_of(*barrier_of(action), {}));
  }
  return waiting_phrase(waiting, test_.program);
}

Coherence Machine::coherence(const State& state) const {
  Coherence pairs;
  for (std::size_t l = 0; l < state.coherence.size(); ++l) {
    WriteRef before = initial_write_of(static_cast<LocationId>(l));
    for (const EventName write : state.coherence[l]) {
      pairs.emplace_back(before, ref(write));
      before = ref(write);
    }
  }
  return pairs;
}

std::string Machine::race(const State& state) const {
  const auto text = [&](EventName event) {
    const InstructionId pc = state.at(event).instruction;
    const Instruction& instruction = test_.program.threads[event.thread].instructions[pc];
    const Action& action = instruction.action;
    const Planned& plan = context_.plan(event.thread, pc);
    const std::string how = plan.order == Order::weak
                                ? "non-atomic"
                                : "atomic at scope " + std::string(to_string(*scope_of(action)));
    return thread_name(event.thread) + " `" + instruction.text + "` (" + how + ")";
  };
  const auto& [first, second] = *state.race;
  const LocationId location = context_.plan(first.thread, state.at(first).instruction).location;
  return "on " + test_.program.locations[location].name + ", by " + text(first) + " and " +
         text(second) + "; neither happens before the other";
}

}  // namespace opexplore::cxx
