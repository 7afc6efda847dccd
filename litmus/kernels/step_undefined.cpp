// What a step does with values that nobody has written: hands them on, or stops where they matter.
#include <algorithm>
#include <variant>

#include "code/uses.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;
using Kind = code::Operand::Kind;

const Compute* find_formula(const code::Operation& operation, Formula formula) {
  const auto* const what = std::get_if<Compute>(&operation);
  return what != nullptr && what->formula == formula ? what : nullptr;
}

bool is_and_or(const Compute* what) {
  return what != nullptr && (what->op == ArithmeticOp::bit_and || what->op == ArithmeticOp::bit_or);
}

/// Whether some operand may decide the result alone.
bool may_ignore_operands(const code::Operation& operation) {
  const auto* const what = std::get_if<Compute>(&operation);
  if (what == nullptr) return false;
  switch (what->formula) {
    case Formula::selection:
    case Formula::minimum:
    case Formula::maximum:
    case Formula::product:
      return true;
    case Formula::carried:
      return what->multiplies;
    default:
      return is_and_or(find_formula(operation, Formula::operation));
  }
}

}  // namespace

bool Step::is_undefined(const code::Operand& operand) const {
  return operand.kind == Kind::reg && is_undefined(operand.reg);
}

bool Step::is_unwritten(const code::Operand& operand) const {
  return operand.kind == Kind::reg && !environment_.contains(operand.reg);
}

bool Step::is_undefined(std::uint16_t ptx) const {
  const auto known = environment_.find(ptx);
  return known != environment_.end() && known->second.kind == Abstract::Kind::undefined;
}

bool Step::hand_on_undefined() {
  const code::Operation& operation = instruction_.operation;
  if (!computes(instruction_) && !code::is<code::StackOperation>(instruction_)) return false;
  const code::Uses use = uses_of(instruction_);
  std::optional<Abstract::Lack> lack;
  bool others_count = false;
  for (const std::uint16_t reg : use.read) {
    const std::optional<Abstract::Lack> its = lack_of(reg);
    others_count = others_count || !its;
    if (its && (!lack || *its != Abstract::Lack::never_written)) lack = its;
  }
  if (!lack || set_whatever_is_undefined()) return lack.has_value();
  // `a && x` does not depend on x where a is false.
  if (lack == Abstract::Lack::never_written && others_count && !chooses_undefined() &&
      may_ignore_operands(operation)) {
    lack = Abstract::Lack::perhaps;
  }
  for (const auto* const written : {&use.written, &use.perhaps_written}) {
    for (const std::uint16_t reg : *written) {
      if (lack == Abstract::Lack::never_written) {
        environment_.erase(reg);
      } else {
        environment_[reg] = undefined(*lack);
      }
    }
  }
  return true;
}

// A selection by a known truth, of that value.
bool Step::chooses_undefined() {
  if (find_formula(instruction_.operation, Formula::selection) == nullptr) return false;
  if (instruction_.operands[3].kind == Kind::reg && lack_of(instruction_.operands[3].reg))
    return false;
  return input(instruction_.operands[3], {'p', 1}).known.is_constant();
}

// A selection by a known truth, and `and` and `or` with a known number that decides.
bool Step::set_whatever_is_undefined() {
  const auto lacks = [&](const code::Operand& operand) {
    return operand.kind == Kind::reg && lack_of(operand.reg);
  };
  const Compute* const selects = find_formula(instruction_.operation, Formula::selection);
  if (selects != nullptr && !lacks(instruction_.operands[3])) {
    const Input predicate = input(instruction_.operands[3], {'p', 1});
    const code::Operand& chosen = instruction_.operands[predicate.known.number != 0 ? 1 : 2];
    if (!predicate.known.is_constant() || lacks(chosen)) return false;
    set(destination(), input(chosen, selects->type));
    return true;
  }
  const Compute* const combines = find_formula(instruction_.operation, Formula::operation);
  if (!is_and_or(combines)) return false;
  const Type of = combines->type;
  const Value decides = combines->op == ArithmeticOp::bit_and ? 0 : wide_value(of.bits, -1);
  for (const code::Operand* const operand :
       {&instruction_.operands[1], &instruction_.operands[2]}) {
    if (lacks(*operand)) continue;
    const Abstract known = input(*operand, of).known;
    if (!known.is_constant() || known.number != decides) continue;
    set(destination(), constant(decides));
    return true;
  }
  return false;
}

}  // namespace opexplore::kernel
