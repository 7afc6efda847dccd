// What a step does with values that nobody has written: hands them on, or stops where they matter.
#include <algorithm>
#include <array>

#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

namespace {

using Kind = PtxOperand::Kind;

}  // namespace

bool Step::is_undefined(const PtxOperand& operand) const {
  return operand.kind == Kind::reg && is_undefined(operand.reg);
}

bool Step::is_unwritten(const PtxOperand& operand) const {
  return operand.kind == Kind::reg && !environment_.contains(operand.reg);
}

bool Step::is_undefined(std::uint16_t ptx) const {
  const auto known = environment_.find(ptx);
  return known != environment_.end() && known->second.kind == Abstract::Kind::undefined;
}

bool Step::hand_on_undefined() {
  constexpr std::array<std::string_view, 16> others = {
      "ld",   "st",   "atom",  "red", "fence", "membar",     "bar",   "barrier",
      "shfl", "vote", "match", "bra", "redux", "activemask", "elect", "call"};
  if (std::ranges::find(others, mnemonic().name.text) != others.end()) return false;
  const Use use = use_of(entry_, statement_);
  std::optional<Abstract::Lack> lack;
  bool others_count = false;
  for (const std::uint16_t reg : use.read) {
    const std::optional<Abstract::Lack> its = lack_of(reg);
    others_count = others_count || !its;
    if (its && (!lack || *its != Abstract::Lack::never_written)) lack = its;
  }
  if (!lack || set_whatever_is_undefined()) return lack.has_value();
  // `a && x` does not depend on x where a is false.
  constexpr std::array<std::string_view, 7> perhaps = {"and", "or",  "selp", "min",
                                                       "max", "mul", "mad"};
  if (lack == Abstract::Lack::never_written && others_count && !chooses_undefined() &&
      std::ranges::find(perhaps, mnemonic().name.text) != perhaps.end()) {
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

// `selp` by a known predicate, of that value.
bool Step::chooses_undefined() {
  if (!mnemonic().name.is("selp") || operands_.size() != 4) return false;
  if (operands_[3].kind == Kind::reg && lack_of(operands_[3].reg)) return false;
  return input(operands_[3], {'p', 1}).known.is_constant();
}

// `selp` by a known predicate, and `and` and `or` with a known number that decides.
bool Step::set_whatever_is_undefined() {
  const auto lacks = [&](const PtxOperand& operand) {
    return operand.kind == Kind::reg && lack_of(operand.reg);
  };
  const Token& name = mnemonic().name;
  if (name.is("selp") && operands_.size() == 4 && !lacks(operands_[3])) {
    const Input predicate = input(operands_[3], {'p', 1});
    const PtxOperand& chosen = operands_[predicate.known.number != 0 ? 1 : 2];
    if (!predicate.known.is_constant() || lacks(chosen)) return false;
    set(destination(), input(chosen, type()));
    return true;
  }
  if (!(name.is("and") || name.is("or")) || operands_.size() != 3) return false;
  const Type of = type();
  const Value decides = name.is("and") ? 0 : wide_value(of.bits, -1);
  for (const PtxOperand* const operand : {&operands_[1], &operands_[2]}) {
    if (lacks(*operand)) continue;
    const Abstract known = input(*operand, of).known;
    if (!known.is_constant() || known.number != decides) continue;
    set(destination(), constant(decides));
    return true;
  }
  return false;
}

}  // namespace opexplore::kernel
