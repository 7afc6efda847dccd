// Moves and conversions.
#include <array>
#include <limits>
#include <utility>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

Number clamped(const Number& number, Type from, Type to) {
  const bool whole = to.bits == 64;
  if (to.kind != 's') {
    const Value greatest = whole ? -1 : (Value{1} << to.bits) - 1;
    const Number positive = from.kind == 's' ? choose(less(number, 0), Number(0), number) : number;
    return choose(less_unsigned(greatest, positive), Number(greatest), positive);
  }
  const Value greatest =
      whole ? std::numeric_limits<Value>::max() : (Value{1} << (to.bits - 1)) - 1;
  if (from.kind != 's') {
    return choose(less_unsigned(greatest, number), Number(greatest), number);
  }
  const Number raised = choose(less(number, -greatest - 1), Number(-greatest - 1), number);
  return choose(less(greatest, raised), Number(greatest), raised);
}

namespace {

using code::Compute;
using code::Formula;
using detail::quote;

/// The first part is the lowest.
void pack(Step& step, const Compute& what) {
  const code::Operand& from = step.operands()[1];
  const Type part = what.result;
  Calculation of(step);
  Number result = 0;
  for (std::size_t i = 0; i < from.parts.size(); ++i) {
    const auto places = static_cast<Value>(i * part.bits);
    result = result | shifted_left(of.operand(from.parts[i], part), places);
  }
  of.set(step.destination(), result);
}

void unpack(Step& step, const Compute& what) {
  const code::Operand& to = step.operands()[0];
  const Type part = what.result;
  Calculation of(step);
  const Number number = of.operand(1, bits_of(what.type));
  std::vector<std::pair<code::Operand, Number>> results;
  for (std::size_t i = 0; i < to.parts.size(); ++i) {
    const auto places = static_cast<Value>(i * part.bits);
    results.emplace_back(to.parts[i], low_part(shifted_right(number, places), part));
  }
  of.set(results);
}

/// An address and the generic one are the same place, and no alias.
void move(Step& step, const Compute& what) {
  const Input input = step.input(step.operands()[1], what.type);
  const code::Operand& destination = step.destination();
  if (input.known.kind != Abstract::Kind::run_time) return step.set(destination, input.known);
  copy(step, destination, input, what.type);
}

/// Between integers.
void convert(Step& step, const Compute& what) {
  const Type to = what.result;
  const Type from = what.type;
  const code::Operand& destination = step.destination();
  Input value = step.input(step.operands()[1], from);
  if (value.known.is_address()) {
    const bool whole = to.bits == 64 && from.bits == 64;
    const bool shared = step.around().memory.at(value.known.object).space == Space::shared;
    if (whole || (shared && to.bits >= 32 && from.bits >= 32)) {
      return step.set(destination, value.known);  // shared addresses have 32 or 64 bits
    }
    value.known = step.as_number(value.known);
  }
  if (what.saturates) {
    Calculation of(step);
    return of.set(destination, clamped(of.operand(1, from), from, to));
  }
  // A narrowing conversion cuts off, a widening one extends by the sign of the type it comes from.
  const Type narrow = to.bits < from.bits ? Type{to.kind, to.bits} : from;
  if (value.known.is_constant()) {
    return step.set(destination, constant(typed_value(narrow, value.known.number)));
  }
  if (narrow.bits < 32 && narrow.kind == 's') {
    Calculation of(step);
    return of.set(destination, low_part(of.operand(1, from), narrow));
  }
  const RegisterId result = step.set_run_time(destination);
  const Operand operand = RegisterOperand{value.reg};
  if (narrow.bits < 32) {
    const Value mask = (Value{1} << narrow.bits) - 1;
    step.emit(ArithmeticOp::bit_and, result, operand, mask, NumberType::s32);
    return;
  }
  const bool zero_extends = narrow.bits == 32 && to.bits == 64 && narrow.kind != 's';
  step.emit(ArithmeticOp::move, result, operand, Value{0},
            zero_extends ? NumberType::u32 : number_type({'s', narrow.bits}));
  if (narrow.bits >= 32) step.note_object(destination, value.known);
}

/// Of an address in a known object.
void is_in_space(Step& step, const Compute& what) {
  const Input input = step.input(step.operands()[1], what.type);
  if (!input.known.is_address() && !input.known.inside) {
    step.fail("where " + quote(step.operands()[1].text) + " points to is not known",
              "pass addresses as parameters");
  }
  Space space = step.around().memory.at(input.known.object).space;
  // The address of a parameter of a function is one of local memory (PTX ISA 5.1.6.3).
  const bool of_kernel = step.code().kernel_parameters.contains(input.known.object);
  if (space == Space::parameter && !of_kernel) space = Space::local;
  step.set(step.destination(), constant(space == what.space ? 1 : 0));
}

}  // namespace

std::span<const Evaluator> conversion_evaluators() {
  static constexpr std::array<Evaluator, 6> evaluators = {{
      {Formula::move, move},
      {Formula::address_conversion, move},
      {Formula::packing, pack},
      {Formula::unpacking, unpack},
      {Formula::conversion, convert},
      {Formula::space_test, is_in_space},
  }};
  return evaluators;
}

}  // namespace opexplore::kernel
