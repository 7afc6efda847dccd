#include "opmodel/machines/sc/machine.hpp"

#include <algorithm>

namespace opexplore::sc {

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  const std::size_t count = test.program.threads.size();
  if (count <= max_mask_threads) return std::nullopt;
  return Refusal{"the program has " + std::to_string(count) + " threads; sc runs at most " +
                 std::to_string(max_mask_threads)};
}

Machine::Machine(const Test& test, const MachineOptions& options, Purpose purpose)
    : test_(test),
      options_(options),
      context_(test),
      components_(test.program, FenceOrder::ignored),
      choice_(test, context_, options, purpose) {
  for (const Thread& thread : test.program.threads) {
    std::vector<std::uint8_t>& row = rules_.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      row.push_back(step_of(instruction.action, 0).rule);
    }
    row.push_back(at_end);
  }
}

State Machine::initial() const {
  State state;
  for (const Location& location : test_.program.locations) {
    state.memory.push_back(location.initial);
  }
  for (const Thread& thread : test_.program.threads) {
    state.next.push_back(0);
    for (const Register& reg : thread.registers) state.registers.push_back(reg.initial);
  }
  for (std::size_t thread = 0; thread < test_.program.threads.size(); ++thread) {
    settle(state, static_cast<ThreadId>(thread));
  }
  return state;
}

// What follows a step without being one: local instructions if they are fused,
// registers that died, barrier generations that are complete.
void Machine::settle(State& state, ThreadId thread) const {
  const auto registers = context_.frame.registers(state, thread);
  if (options_.fuse_local) {
    context_.local.run(thread, state.next[thread], registers);
  } else {
    context_.liveness.clear_dead(thread, state.next[thread], registers);
  }
  complete_barriers(context_, state);
}

void Machine::take(State& state, Step step) const {
  rule_list.take(step, context_, state);
  settle(state, step.thread);
}

ThreadMask Machine::to_expand(const State& state, bool& diverges) const {
  ThreadMask able = 0;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (runs_forever(state, thread)) {
      diverges = true;
      if (options_.liveness) able |= thread_bit(thread);
    } else if (enabled(context_, state, thread)) {
      able |= thread_bit(thread);
    }
  }
  if ((able & (able - 1)) == 0) return able;
  if (options_.ample_threads) return choice_.of(state, able);
  if (!options_.split_components) return able;
  return able & components_.to_expand(state.next, state.barriers.waiting(), able);
}

bool Machine::is_final(const State& state) const {
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    if (next_rule(state, static_cast<ThreadId>(thread)) != at_end) return false;
  }
  return state.barriers.waiting() == 0;
}

Outcome Machine::outcome(const State& state) const {
  Outcome values;
  values.reserve(test_.observables.size());
  for (const Observable& observable : test_.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      values.push_back(context_.frame.registers(state, term->thread)[term->reg]);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      values.push_back(state.memory[test_.program.addresses[address].location]);
    }
  }
  return values;
}

// Places first: they say which registers are live, and only those are written.
void Machine::encode(const State& state, std::string& bytes) const {
  {
    ByteWriter writer(bytes, state.next.size() + state.memory.size() + state.registers.size());
    for (const InstructionId pc : state.next) writer.put_unsigned(pc);
    for (const Value value : state.memory) writer.put_value(value);
    for (std::size_t index = 0; index < state.next.size(); ++index) {
      const auto thread = static_cast<ThreadId>(index);
      const auto registers = context_.frame.registers(state, thread);
      for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
        writer.put_value(registers[reg]);
      }
    }
  }
  if (context_.barriers.has_barriers()) state.barriers.encode(bytes);
}

void Machine::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  for (InstructionId& pc : state.next) pc = static_cast<InstructionId>(reader.get_unsigned());
  for (Value& value : state.memory) value = reader.get_value();
  std::ranges::fill(state.registers, 0);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const auto registers = context_.frame.registers(state, thread);
    for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
      registers[reg] = reader.get_value();
    }
  }
  if (context_.barriers.has_barriers()) state.barriers.decode(reader);
}

Standing Machine::standing(const State& state) const {
  Standing standing{0, state.barriers.waiting()};
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (state.barriers.waits(thread) || runs_forever(state, thread)) continue;
    if (next_rule(state, thread) == at_end) {
      standing.ended |= thread_bit(thread);
    } else if (!enabled(context_, state, thread)) {
      standing.waiting |= thread_bit(thread);
    }
  }
  return standing;
}

std::string_view Machine::exceeded(const State& state) const {
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    if (!runs_forever(state, thread)) continue;
    State copy = state;
    const auto registers = context_.frame.registers(copy, thread);
    if (context_.local.run(thread, copy.next[index], registers) != LocalRun::too_long) continue;
    return "a thread executes more than 65,536 arithmetic instructions and branches in a row";
  }
  return {};
}

}  // namespace opexplore::sc
