#include "litmus/kernels/branch_facts.hpp"

#include <algorithm>
#include <vector>

#include "code/uses.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;
using code::Uses;
using Kind = code::Operand::Kind;

bool writes(const Uses& use, std::uint16_t reg) {
  return std::ranges::find(use.written, reg) != use.written.end() ||
         std::ranges::find(use.perhaps_written, reg) != use.perhaps_written.end();
}

bool asks_for_equality(const code::Instruction& instruction) {
  const auto* const what = std::get_if<Compute>(&instruction.operation);
  if (what == nullptr || instruction.guard) return false;
  const bool plain = what->floats ? what->formula == Formula::comparison && !what->unordered
                                  : what->formula == Formula::operation;
  return plain && (what->op == ArithmeticOp::equal || what->op == ArithmeticOp::not_equal);
}

}  // namespace

std::optional<std::size_t> comparison_of(const code::Function& function, std::size_t at) {
  const std::optional<code::Guard>& guard = function.instructions[at].guard;
  if (!guard) return std::nullopt;
  std::vector<Uses> between;
  while (at-- > 0 && !function.labels.contains(at + 1)) {
    Uses use = uses_of(function.instructions[at]);
    if (!writes(use, guard->reg.reg)) {
      between.push_back(std::move(use));
      continue;
    }
    const bool changed = std::ranges::any_of(use.read, [&](std::uint16_t reg) {
      return std::ranges::any_of(between, [&](const Uses& later) { return writes(later, reg); });
    });
    if (changed || !asks_for_equality(function.instructions[at])) return std::nullopt;
    return at;
  }
  return std::nullopt;
}

std::optional<std::pair<std::uint16_t, code::Operand>> equal_register(
    const Entry& entry, const code::Instruction& comparison) {
  const auto& what = std::get<Compute>(comparison.operation);
  const std::vector<code::Operand>& operands = comparison.operands;
  const bool registers = operands[1].kind == Kind::reg &&
                         (operands[2].kind == Kind::reg || operands[2].kind == Kind::number);
  if (what.floats || what.type.bits < 32 || !registers) return std::nullopt;
  if (entry.registers[operands[1].reg].type.bits != what.type.bits) return std::nullopt;
  return std::pair{operands[1].reg, operands[2]};
}

}  // namespace opexplore::kernel
