#include "hardware/generate/thread_facts.hpp"

#include <algorithm>
#include <optional>
#include <variant>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::hardware {

bool jumps_back(const Thread& thread, std::size_t index) {
  const Branch* const branch = branch_of(thread.instructions[index].action);
  return branch != nullptr && branch->target <= index;
}

bool has_loops(const Thread& thread) {
  for (std::size_t index = 0; index < thread.instructions.size(); ++index) {
    if (jumps_back(thread, index)) return true;
  }
  return false;
}

bool is_zero(const Arithmetic& arithmetic) {
  if (arithmetic.type == NumberType::pred) return false;
  const bool left = std::holds_alternative<RegisterOperand>(arithmetic.left);
  const bool right = std::holds_alternative<RegisterOperand>(arithmetic.right);
  const bool by_zero = (left && arithmetic.right == Operand{Value{0}}) ||
                       (right && arithmetic.left == Operand{Value{0}});
  switch (arithmetic.op) {
    case ArithmeticOp::bit_xor:
    case ArithmeticOp::sub:
      return left && arithmetic.left == arithmetic.right;
    case ArithmeticOp::bit_and:
    case ArithmeticOp::mul:
      return by_zero;
    default:
      return false;
  }
}

std::vector<std::size_t> writes(const Thread& thread) {
  std::vector<std::size_t> result(thread.registers.size());
  for (const Instruction& instruction : thread.instructions) {
    if (const std::optional<RegisterId> written = register_written(instruction.action)) {
      ++result[*written];
    }
  }
  return result;
}

}  // namespace opexplore::hardware
