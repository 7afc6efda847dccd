// The words of the AMDGPU machine in traces and messages.
#include "opmodel/amdgpu.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/amdgpu/machine.hpp"
#include "opmodel/machines/cxx/barriers.hpp"
#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::amdgpu {

namespace {

using cxx::Done;
using cxx::EventName;
using cxx::GraphEvent;

std::string text_of(EventName name) {
  return thread_name(name.thread) + "." + std::to_string(name.index);
}

std::string text_of(Value value) { return value == undef ? "undef" : std::to_string(value); }

const Instruction& instruction_of(const Program& program, const State& state, EventName name) {
  return program.threads[name.thread].instructions[state.at(name).instruction];
}

std::string read_text(const Context& context, const State& state, EventName name) {
  const Program& program = context.program();
  const GraphEvent& event = state.at(name);
  const AddressId address = *address_of(instruction_of(program, state, name).action);
  const std::string read = "reads " + program.addresses[address].name + "=" +
                           text_of(cxx::value_read(context, state, name));
  if (event.undefined) return read;
  return event.source ? read + " written by " + text_of(*event.source)
                      : read + ", its initial value";
}

std::string event_text(const Context& context, const State& state, EventName name) {
  const GraphEvent& event = state.at(name);
  const Program& program = context.program();
  switch (event.done) {
    case Done::postponed:
      return "postponed";
    case Done::fence:
      return "fence";
    case Done::barrier:
      return "barrier";
    case Done::branch:
      return event.written != 0 ? "jumps on undef" : "does not jump on undef";
    case Done::read:
      return read_text(context, state, name);
    case Done::update:
      return read_text(context, state, name) + ", writes " + text_of(event.written);
    case Done::write:
      break;
  }
  const AddressId address = *address_of(instruction_of(program, state, name).action);
  return "writes " + program.addresses[address].name + "=" + text_of(event.written);
}

WriteRef ref(EventName write) { return {write.thread, write.index}; }

std::vector<Event> events_of(const Context& context, const State& state, EventName name) {
  const GraphEvent& event = state.at(name);
  if (event.done == Done::fence) return {{Event::Kind::fence, 0, 0}};
  if (event.done == Done::barrier) return {{Event::Kind::barrier, 0, 0}};
  std::vector<Event> events;
  if (!event.reads() && !event.writes()) return events;
  const Program& program = context.program();
  const AddressId address = *address_of(instruction_of(program, state, name).action);
  if (event.reads()) {
    events.push_back({Event::Kind::read, address, cxx::value_read(context, state, name)});
    if (!event.undefined) {
      events.back().read_from =
          event.source ? ref(*event.source) : initial_write_of(program.addresses[address].location);
    }
  }
  if (event.writes()) {
    events.push_back({Event::Kind::write, address, event.written});
    events.back().wrote = ref(name);
  }
  return events;
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
    std::string order = text_of(test_.program.locations[l].initial);
    for (const EventName write : state.coherence[l]) {
      order += ", " + text_of(write) + "=" + text_of(state.at(write).written);
    }
    components.push_back({"writes to " + test_.program.locations[l].name, order});
  }
  return components;
}

StepText Machine::describe(const State& state, Step step) const {
  StepText text;
  Found found;
  steps(state, found);
  for (const auto& [each, next] : found) {
    if (each != step) continue;
    const std::size_t index = rule_list.is<update>(step) ? rule_list.argument<update>(step).event
                                                         : rule_list.argument<read>(step).event;
    const EventName made{step.thread, static_cast<std::uint8_t>(index)};
    const GraphEvent& event = next.at(made);
    text.instruction = event.instruction;
    text.events = events_of(context_, next, made);
    text.arguments = event_text(context_, next, made);
    if (event.done == Done::fence || event.done == Done::barrier) text.arguments.clear();
    if (!event.reads()) return text;
    text.reason = event.undefined
                      ? "a write that it may see is not ordered with it, or not available and "
                        "visible to it"
                      : "no other write that it may see is later in location order";
  }
  return text;
}

// Only who waits at a barrier is stuck: elsewhere something was given up.
Phrase Machine::stuck_reason(const State& state) const {
  Barriers waiting;
  const std::vector<cxx::Outlook> outlooks = cxx::outlooks_of(context_, state);
  for (std::size_t t = 0; t < outlooks.size(); ++t) {
    if (outlooks[t].stand != cxx::Stand::barrier) continue;
    const auto thread = static_cast<ThreadId>(t);
    const InstructionId pc = state.threads[t].back().instruction;
    const Action& action = test_.program.threads[t].instructions[pc].action;
    waiting.arrive(context_.barriers(), thread, arrival_of(*barrier_of(action), {}));
  }
  return waiting_phrase(waiting, test_.program);
}

std::string Machine::race(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    for (const GraphEvent& event : state.threads[t]) {
      if (event.done != Done::branch) continue;
      const Instruction& jump = test_.program.threads[t].instructions[event.instruction];
      return thread_name(static_cast<ThreadId>(t)) + " `" + jump.text +
             "` jumps on undef: what it compares was read in a data race, or had not been made "
             "available and visible";
    }
  }
  return {};
}

}  // namespace opexplore::amdgpu
