#include "litmus/kernels/alone.hpp"

#include <optional>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::kernel {

namespace {

void access(const Action& action, InstructionId pc, std::vector<Value>& registers,
            const PlainMemory& memory) {
  const MemoryAccess* const made = memory_access(action);
  if (made == nullptr) return;  // a fence, or a barrier of one thread
  const AddressId address =
      made->pointer ? memory.pointed_at(pc, registers[*made->pointer]) : made->address;
  const Value read = reads_memory(action) ? memory.load(pc, address) : 0;
  const std::optional<Value> written = value_written(action, registers, read);
  if (written) memory.store(pc, address, *written);
  if (const auto destination = register_written(action)) registers[*destination] = read;
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
      access(action, pc, result.registers, memory);
      ++pc;
    }
  }
  return result;
}

}  // namespace opexplore::kernel
