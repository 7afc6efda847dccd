#include "litmus/language/narrowing.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

using Registers = std::vector<ValueSet>;

std::optional<Value> single(const Operand& operand, const Registers& registers) {
  if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
    return registers[reg->id].single();
  }
  return std::get<Value>(operand);
}

/// Leaves the values that fit; where anything can be, `only` if that is all that fits. Whether any
/// are left.
bool keep(ValueSet& set, const std::function<bool(Value)>& fits, std::optional<Value> only) {
  if (set.is_any()) {
    if (only) set = ValueSet(*only);
    return true;
  }
  set.keep_if(fits);
  return !set.empty();
}

bool is_wide(NumberType type) {
  return type == NumberType::s64 || type == NumberType::u64 || type == NumberType::b64;
}

bool is_true(const ValueSet& predicate) {
  const std::vector<Value> values = predicate.values();
  return !predicate.empty() && !predicate.is_any() &&
         std::ranges::find(values, Value{0}) == values.end();
}

/// What a predicate that is now known says of the register that `setp` compared with a number.
bool narrow_compared(Registers& registers, const std::vector<Instruction>& code,
                     InstructionId begin, InstructionId branch, RegisterId predicate) {
  const bool truth = is_true(registers[predicate]);
  if (!truth && registers[predicate].single() != Value{0}) return true;
  std::set<RegisterId> changed = {predicate};
  for (InstructionId i = branch; i-- > begin;) {
    const std::optional<RegisterId> written = register_written(code[i].action);
    if (written != predicate) {
      if (written) changed.insert(*written);
      continue;
    }
    const Arithmetic* const setp =
        std::visit(Overloaded{[](const Arithmetic& action) { return &action; },
                              [](const auto&) -> const Arithmetic* { return nullptr; }},
                   code[i].action);
    if (setp == nullptr || setp->op < ArithmeticOp::equal) return true;
    const auto* const compared = std::get_if<RegisterOperand>(&setp->left);
    const auto* const number = std::get_if<Value>(&setp->right);
    if (compared == nullptr || number == nullptr || changed.contains(compared->id)) {
      return true;
    }
    // In 32 bits many values are equal to one number.
    const bool exact =
        is_wide(setp->type) && setp->op == (truth ? ArithmeticOp::equal : ArithmeticOp::not_equal);
    return keep(
        registers[compared->id],
        [&](Value value) {
          return (opexplore::evaluate(setp->op, value, *number, setp->type) != 0) == truth;
        },
        exact ? std::optional(*number) : std::nullopt);
  }
  return true;
}

}  // namespace

bool narrow(Registers& registers, const std::vector<Instruction>& code, InstructionId begin,
            InstructionId branch, bool taken) {
  const Branch& jump = *branch_of(code[branch].action);
  if (!jump.comparison) return taken;
  const Comparison comparison = *jump.comparison;
  const bool equal = comparison == (taken ? Comparison::equal : Comparison::not_equal);
  const std::optional<Value> left = single(jump.left, registers);
  const std::optional<Value> right = single(jump.right, registers);
  const auto* const left_register = std::get_if<RegisterOperand>(&jump.left);
  const auto* const right_register = std::get_if<RegisterOperand>(&jump.right);
  if (left_register != nullptr && right) {
    const auto fits = [&](Value v) { return opexplore::evaluate(comparison, v, *right) == taken; };
    const bool left_over = keep(registers[left_register->id], fits, equal ? right : std::nullopt);
    if (!left_over || !narrow_compared(registers, code, begin, branch, left_register->id)) {
      return false;
    }
  }
  if (right_register != nullptr && left) {
    const auto fits = [&](Value v) { return opexplore::evaluate(comparison, *left, v) == taken; };
    return keep(registers[right_register->id], fits, equal ? left : std::nullopt);
  }
  if (left && right) return opexplore::evaluate(comparison, *left, *right) == taken;
  return true;
}

}  // namespace opexplore::detail
