// The words of the interleaving machine in traces and messages.
#include <bit>

#include "opmodel/machines/sc/machine.hpp"
#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/parts/order_events.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::sc {

std::vector<Component> Machine::describe(const State& state) const {
  const Program& program = test_.program;
  std::vector<Component> components;
  for (std::size_t location = 0; location < program.locations.size(); ++location) {
    components.push_back(
        {"[" + program.locations[location].name + "]", std::to_string(state.memory[location])});
  }
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const Instruction* const next = context_.next(state, thread);
    const std::string owner = thread_name(thread);
    components.push_back({owner + " next", next != nullptr ? next->text : "end"});
    const auto registers = context_.frame.registers(state, thread);
    for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
      components.push_back({owner + " " + program.threads[index].registers[reg].name,
                            std::to_string(registers[reg])});
    }
  }
  opexplore::describe(state.barriers, program, components);
  return components;
}

StepText Machine::describe(const State& state, Step step) const {
  StepText text;
  const Instruction& instruction = *context_.next(state, step.thread);
  text.instruction = state.next[step.thread];
  const auto address = address_of(instruction.action);
  if (!address) {
    text.events = order_events(instruction.action);
    return text;
  }
  const Address& named = test_.program.addresses[*address];
  const Value old = state.memory[named.location];
  if (reads_memory(instruction.action)) {
    text.arguments = "reads " + named.name + "=" + std::to_string(old);
    text.reason = "memory holds " + std::to_string(old) + ", the value written last";
    text.events.push_back({Event::Kind::read, *address, old});
  }
  if (!writes_memory(instruction.action)) return text;
  if (!text.arguments.empty()) text.arguments += ", ";
  const auto written =
      value_written(instruction.action, context_.frame.registers(state, step.thread), old);
  if (written) text.events.push_back({Event::Kind::write, *address, *written});
  text.arguments += "writes " + (written ? named.name + "=" + std::to_string(*written) : "nothing");
  return text;
}

void WriteNames::name(const Machine&, const State&, Step step, const State&,
                      std::vector<Event>& events) {
  for (Event& event : events) {
    const bool reads = event.kind == Event::Kind::read;
    if (!reads && event.kind != Event::Kind::write) continue;
    const LocationId location = writes_.location_of(event.address);
    if (reads) {
      event.read_from = writes_.of(location).back();
    } else {
      event.wrote = writes_.next(step.thread);
      writes_.put(*event.wrote, location);
    }
  }
}

Phrase Machine::stuck_reason(const State& state) const {
  Phrase reason = waiting_phrase(state.barriers, test_.program);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const Instruction* const next = context_.next(state, thread);
    if (next == nullptr || state.barriers.waits(thread)) continue;
    append_part(reason, cannot_arrive_phrase(thread, *next));
  }
  return reason;
}

}  // namespace opexplore::sc
