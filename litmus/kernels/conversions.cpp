// Moves and conversions (PTX ISA 9.7.9 "Data Movement and Conversion Instructions").
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

using detail::quote;
using Kind = PtxOperand::Kind;

/// The type of each of `count` parts of a value of that type.
Type type_of_part(const Step& step, Type type, std::size_t count) {
  const auto bits = static_cast<std::uint32_t>(type.bits / count);
  if (type.bits > 64) {
    step.fail(
        "not modelled: values of " + std::to_string(type.bits) + " bits (" + written(step) + ")",
        "values have 64 bits: use two where nobody has to see both at once");
  }
  if (count < 2 || type.bits > 64 || bits * count != type.bits || bits < 8) {
    step.fail(written(step) + ": a value of " + std::to_string(type.bits) + " bits has no " +
              std::to_string(count) + " such parts");
  }
  return {'u', bits};
}

/// `mov.b64 d, {a, b}`: the first part is the lowest.
void pack(Step& step, const PtxOperand& from, Type type) {
  const Type part = type_of_part(step, type, from.parts.size());
  Calculation of(step);
  Number result = 0;
  for (std::size_t i = 0; i < from.parts.size(); ++i) {
    const auto places = static_cast<Value>(i * part.bits);
    result = result | shifted_left(of.operand(from.parts[i], part), places);
  }
  of.set(step.destination(), result);
}

/// `mov.b64 {a, b}, d`.
void unpack(Step& step, const PtxOperand& to, Type type) {
  const Type part = type_of_part(step, type, to.parts.size());
  Calculation of(step);
  const Number number = of.operand(1, {'u', type.bits});
  std::vector<std::pair<PtxOperand, Number>> results;
  for (std::size_t i = 0; i < to.parts.size(); ++i) {
    const auto places = static_cast<Value>(i * part.bits);
    results.emplace_back(to.parts[i], low_part(shifted_right(number, places), part));
  }
  of.set(results);
}

void move(Step& step) {
  require_modifiers(step, {});
  step.require_operands(2);
  const Type type = step.type();
  const PtxOperand& from = step.operands()[1];
  if (step.operands()[0].kind == Kind::vector) return unpack(step, step.operands()[0], type);
  if (from.kind == Kind::vector) return pack(step, from, type);
  const Input input = step.input(from, type);
  const PtxOperand& destination = step.destination();
  if (input.known.kind != Abstract::Kind::run_time) return step.set(destination, input.known);
  copy(step, destination, input, type);
}
/// `cvta{.to}.space`: an address and the generic one are the same place, and no alias.
void convert_address(Step& step) {
  step.require_operands(2);
  const Type type = step.type();
  const Input input = step.input(step.operands()[1], type);
  if (input.known.kind == Abstract::Kind::run_time) {
    return copy(step, step.destination(), input, type);
  }
  step.set(step.destination(), input.known);
}

/// `cvt.TO.FROM` between integers.
void convert(Step& step) {
  require_modifiers(step, {"sat"});
  step.require_operands(2);
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types: to and from");
  for (const Type type : types) require_integer(step, type);
  const auto& [to, from] = std::pair(types[0], types[1]);
  const PtxOperand& destination = step.destination();
  Input value = step.input(step.operands()[1], from);
  if (value.known.is_address()) {
    const bool whole = to.bits == 64 && from.bits == 64;
    const bool shared = step.around().memory.at(value.known.object).space == Space::shared;
    if (whole || (shared && to.bits >= 32 && from.bits >= 32)) {
      return step.set(destination, value.known);  // shared addresses have 32 or 64 bits
    }
    value.known = step.as_number(value.known);
  }
  if (step.mnemonic().has("sat")) {
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

/// `isspacep.space p, a`, of an address in a known object.
void is_in_space(Step& step) {
  step.require_operands(2);
  const Input input = step.input(step.operands()[1], {'b', 64});
  if (!input.known.is_address() && !input.known.inside) {
    step.fail("where " + quote(step.operands()[1].token) + " points to is not known",
              "pass addresses as parameters");
  }
  const Space space = step.around().memory.at(input.known.object).space;
  const bool shared = step.mnemonic().has("shared") || step.mnemonic().has("shared::cta");
  // The address of a parameter of a function is one of local memory (PTX ISA 5.1.6.3).
  const bool of_kernel = step.code().kernel_parameters.contains(input.known.object);
  const auto is = [&](std::string_view word, Space named) {
    return step.mnemonic().has(word) && space == named;
  };
  const bool inside = (shared && space == Space::shared) || is("global", Space::global) ||
                      is("local", Space::local) || is("const", Space::constant) ||
                      is(of_kernel ? "param" : "local", Space::parameter);
  step.set(step.destination(), constant(inside ? 1 : 0));
}

}  // namespace

std::span<const Known> conversion_instructions() {
  static constexpr std::array<Known, 4> instructions = {
      {{"mov", move}, {"cvta", convert_address}, {"cvt", convert}, {"isspacep", is_in_space}}};
  return instructions;
}

}  // namespace opexplore::kernel
