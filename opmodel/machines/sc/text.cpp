// The words of the interleaving machine in traces and messages.
#include <bit>

#include "opmodel/machines/sc/machine.hpp"
#include "opmodel/parts/barrier_text.hpp"
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
  if (!address) return text;
  State after = state;
  apply(context_, after, step.thread);
  const Address& named = test_.program.addresses[*address];
  const std::string before = std::to_string(state.memory[named.location]);
  const std::string written = std::to_string(after.memory[named.location]);
  const bool reads = !std::holds_alternative<Store>(instruction.action);
  const bool writes = !std::holds_alternative<Load>(instruction.action);
  if (reads) {
    text.arguments = "reads " + named.name + "=" + before;
    text.reason = "memory holds " + before + ", the value written last";
  }
  if (!writes) return text;
  const auto* const atomic = std::get_if<Atomic>(&instruction.action);
  if (atomic != nullptr && atomic->op == AtomicOp::cas &&
      state.memory[named.location] !=
          value_of(atomic->expected, context_.frame.registers(state, step.thread))) {
    text.arguments += ", writes nothing";
    return text;
  }
  text.arguments += (reads ? ", writes " : "writes ") + named.name + "=" + written;
  return text;
}

std::string Machine::stuck_reason(const State& state) const {
  std::string reason = waiting_text(state.barriers, test_.program);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const Instruction* const next = context_.next(state, thread);
    if (next == nullptr || state.barriers.waits(thread)) continue;
    append_part(reason, cannot_arrive_text(thread, *next));
  }
  return reason;
}

}  // namespace opexplore::sc
