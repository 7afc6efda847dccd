#include "litmus/kernels/alone.hpp"

#include <variant>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::kernel {

namespace {

void access(const Action& action, std::vector<Value>& registers, const PlainMemory& memory) {
  const auto value = [&](const Operand& operand) { return value_of(operand, registers); };
  std::visit(Overloaded{
                 [&](const Load& load) { registers[load.destination] = memory.load(load.address); },
                 [&](const Store& store) { memory.store(store.address, value(store.value)); },
                 [&](const Atomic& atomic) {
                   const Value old = memory.load(atomic.address);
                   const Value operand = value(atomic.operand);
                   const bool fails = atomic.op == AtomicOp::cas && old != value(atomic.expected);
                   if (atomic.destination) registers[*atomic.destination] = old;
                   if (!fails) memory.store(atomic.address, evaluate(atomic.op, old, operand));
                 },
                 [](const AnyFence auto&) {},
                 [](const Barrier&) {},
                 [](const Arithmetic&) {},
                 [](const Branch&) {},
             },
             action);
}

}  // namespace

Aftermath run_alone(std::span<const Instruction> instructions, std::size_t registers,
                    std::size_t most_steps, const PlainMemory& memory) {
  Aftermath result{std::vector<Value>(registers), std::nullopt};
  InstructionId pc = 0;
  for (std::size_t step = 0; pc < instructions.size(); ++step) {
    if (step == most_steps) {
      result.unfinished = pc;
      break;
    }
    const Action& action = instructions[pc].action;
    if (is_local(action)) {
      pc = execute_local(action, pc, result.registers);
    } else {
      access(action, result.registers, memory);
      ++pc;
    }
  }
  return result;
}

}  // namespace opexplore::kernel
