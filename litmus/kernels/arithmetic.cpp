// Sums, products, shifts and logic, of numbers and of addresses. What is known is computed; the
// rest becomes arithmetic of the program.
#include <algorithm>
#include <array>
#include <utility>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/numbers.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::Formula;

/// Makes the result of arithmetic what registers of that width hold.
void normalise(Step& step, RegisterId result, Type type, bool is_unsigned) {
  if (type.bits < 32 && type.kind != 'p') {
    const Value mask = (Value{1} << type.bits) - 1;
    step.emit(ArithmeticOp::bit_and, result, RegisterOperand{result}, mask, NumberType::s32);
  } else if (type.bits == 32 && is_unsigned) {
    step.emit(ArithmeticOp::move, result, RegisterOperand{result}, Value{0}, NumberType::s32);
  }
}

/// Whether the operation gives the same bits of narrow signed numbers and of the unsigned ones that
/// registers hold of them.
bool ignores_sign(ArithmeticOp op) {
  return op != ArithmeticOp::div && !(op >= ArithmeticOp::less);
}

/// `destination = left op right` in that type.
void compute(Step& step, const code::Operand& destination, ArithmeticOp op, Type type, Operand left,
             Operand right) {
  const bool by_sign = !ignores_sign(op);
  const RegisterId result = step.set_run_time(destination);
  step.emit(op, result, left, right, number_type(type, by_sign));
  const bool bitwise = op == ArithmeticOp::bit_and || op == ArithmeticOp::bit_or ||
                       op == ArithmeticOp::bit_xor || op == ArithmeticOp::move;
  if (op < ArithmeticOp::equal && (by_sign || (type.bits < 32 && !bitwise))) {
    normalise(step, result, type, type.kind != 's');
  }
}

/// Address plus or minus a number, and the like; nothing if the result is no known address.
std::optional<Abstract> offset_address(ArithmeticOp op, const Input& left, const Input& right) {
  const auto moved = [](const Abstract& base, Value offset) {
    return address(base.object, sum(base.number, offset));
  };
  if (op == ArithmeticOp::add && left.known.is_address() && right.known.is_constant()) {
    return moved(left.known, right.known.number);
  }
  if (op == ArithmeticOp::add && right.known.is_address() && left.known.is_constant()) {
    return moved(right.known, left.known.number);
  }
  if (op == ArithmeticOp::sub && left.known.is_address()) {
    if (right.known.is_constant()) return moved(left.known, difference(0, right.known.number));
    if (right.known.is_address() && left.known.object == right.known.object) {
      return constant(difference(left.known.number, right.known.number));
    }
  }
  // Objects lie at multiples of 16: the low bits of an address are those of its offset.
  if (op == ArithmeticOp::bit_and && left.known.is_address() && right.known.is_constant()) {
    const Value mask = right.known.number;
    if (mask >= -16 && mask < 0) return address(left.known.object, left.known.number & mask);
    if (mask >= 0 && mask < 16) return constant(left.known.number & mask);
  }
  return std::nullopt;
}

/// What is known of a sum or difference that is known only when the program runs: an address plus a
/// number is one within the same object.
Abstract within(ArithmeticOp op, const Abstract& left, const Abstract& right) {
  const auto points = [](const Abstract& known) { return known.is_address() || known.inside; };
  if (op != ArithmeticOp::add && op != ArithmeticOp::sub) return {};
  if (points(left) == points(right)) return {};
  return inside(points(left) ? left.object : right.object);
}

/// The operation on narrow signed numbers, of which registers hold the unsigned ones.
void binary_narrow(Step& step, ArithmeticOp op, Type type) {
  Calculation of(step);
  const Number a = of.operand(1, type);
  const Number b = of.operand(2, type);
  of.set(step.destination(),
         op == ArithmeticOp::div ? quotient(a, b, true) : compared(op, type, a, b));
}

}  // namespace

std::optional<Abstract> compare_addresses(ArithmeticOp op, const Input& left, const Input& right) {
  const bool both = left.known.is_address() && right.known.is_address();
  if (!both || left.known.object != right.known.object) return std::nullopt;
  return constant(evaluate(op, left.known.number, right.known.number));
}

void copy(Step& step, const code::Operand& destination, const Input& input, Type type) {
  const RegisterId result = step.set_run_time(destination);
  step.emit(ArithmeticOp::move, result, RegisterOperand{input.reg}, Value{0},
            number_type({type.kind == 'p' ? 'p' : 's', type.bits}));
  step.note_object(destination, input.known);
}

namespace {

/// `destination = left op right`, also of addresses; `op` may be a comparison.
void binary(Step& step, const Compute& what) {
  const ArithmeticOp op = what.op;
  const Type type = what.type;
  const code::Operand& destination = step.destination();
  const Input left = step.input(step.operands()[1], type);
  const Input right = step.input(step.operands()[2], type);
  const bool truth = op >= ArithmeticOp::equal;
  const std::optional<Abstract> moved =
      truth ? compare_addresses(op, left, right) : offset_address(op, left, right);
  if (moved) return step.set(destination, *moved);
  const Abstract a = step.as_number(left.known);
  const Abstract b = step.as_number(right.known);
  if (a.is_constant() && b.is_constant()) {
    if (op == ArithmeticOp::div && b.number == 0) {
      step.fail("division by zero", "PTX leaves its result open");
    }
    return step.set(destination, constant(*fold(op, type, a.number, b.number)));
  }
  const bool narrow = type.bits < 32 && type.kind == 's';
  if (narrow && !ignores_sign(op)) return binary_narrow(step, op, type);
  compute(step, destination, op, type, step.run_time(left), step.run_time(right));
  step.note_object(destination, within(op, left.known, right.known));
}

/// Sums and differences of .s32 that stop at the least and the greatest number.
void saturate(Step& step, const Compute& what) {
  Calculation of(step);
  const Number a = of.operand(1, what.type);
  const Number b = of.operand(2, what.type);
  const Number result = what.op == ArithmeticOp::add ? a + b : a - b;
  of.set(step.destination(), clamped(result, what.type, what.type));
}

/// Products of narrow and unsigned numbers, and upper halves.
void multiply_numbers(Step& step, const Compute& what) {
  const Type type = what.type;
  const bool and_add = step.operands().size() == 4;
  Calculation of(step);
  const Number a = of.operand(1, type);
  const Number b = of.operand(2, type);
  Number result = a * b;
  if (what.part == code::Part::high) {
    const bool is_signed = type.kind == 's';
    result = type.bits == 64 ? upper_product(a, b, is_signed)
             : is_signed     ? shifted_right_signed(result, Value{type.bits})
                             : shifted_right(result, Value{type.bits});
  }
  const Abstract added = and_add ? step.input(step.operands()[3], what.result).known : Abstract{};
  of.set(step.destination(), result + (and_add ? of.operand(3, what.result) : Number(0)));
  step.note_object(step.destination(), within(ArithmeticOp::add, {}, added));
}

void multiply(Step& step, const Compute& what) {
  if (what.part == code::Part::high) return multiply_numbers(step, what);
  const bool and_add = step.operands().size() == 4;
  const Type type = what.type;
  const Type result_type = what.result;
  const code::Operand& destination = step.destination();
  const Input left = step.input(step.operands()[1], type);
  const Input right = step.input(step.operands()[2], type);
  const Input addend = and_add ? step.input(step.operands()[3], result_type) : Input{constant(0)};
  const NumberType number = number_type({'s', result_type.bits});
  const bool known_factors =
      step.as_number(left.known).is_constant() && step.as_number(right.known).is_constant();
  if (!known_factors) {
    if (type.bits < 32 || (what.part == code::Part::whole && type.kind != 's')) {
      return multiply_numbers(step, what);
    }
    const Operand a = step.run_time(left);
    const Operand b = step.run_time(right);
    if (!and_add) {
      return step.emit(ArithmeticOp::mul, step.set_run_time(destination), a, b, number);
    }
    const Operand more = step.run_time(addend);
    const RegisterId part = step.temporary(result_type);
    step.emit(ArithmeticOp::mul, part, a, b, number);
    step.emit(ArithmeticOp::add, step.set_run_time(destination), RegisterOperand{part}, more,
              number);
    return step.note_object(destination, within(ArithmeticOp::add, {}, addend.known));
  }
  const Value known =
      wide_value(result_type.bits, product(typed_value(type, step.as_number(left.known).number),
                                           typed_value(type, step.as_number(right.known).number)));
  if (addend.known.is_address()) {
    return step.set(destination, address(addend.known.object, sum(addend.known.number, known)));
  }
  if (addend.known.is_constant()) {
    return step.set(destination, constant(sum(known, addend.known.number)));
  }
  const Operand more = step.run_time(addend);
  step.emit(ArithmeticOp::add, step.set_run_time(destination), known, more, number);
  step.note_object(destination, within(ArithmeticOp::add, {}, addend.known));
}

/// Shifts that are no multiplication and no division by a known number.
void shift_numbers(Step& step, Type type, bool left) {
  Calculation of(step);
  const Number number = of.operand(1, type);
  const Number places = of.operand(2, {'u', 32});
  of.set(step.destination(), left               ? shifted_left(number, places)
                             : type.kind == 's' ? shifted_right_signed(number, places)
                                                : shifted_right(number, places));
}

void shift(Step& step, const Compute& what) {
  const Type type = what.type;
  const bool left = what.formula == Formula::left_shift;
  const code::Operand& destination = step.destination();
  const Input value = step.number(step.operands()[1], type);
  const Input amount = step.input(step.operands()[2], {'u', 32});
  if (!amount.known.is_constant()) return shift_numbers(step, type, left);
  const Value distance = typed_value({'u', 32}, amount.known.number);
  const bool all = distance >= type.bits;
  const bool arithmetic = !left && type.kind == 's';
  if (value.known.is_constant()) {
    const Value number = typed_value(type, value.known.number);
    const auto bits = static_cast<std::uint64_t>(number);
    Value result = 0;
    if (arithmetic) {
      result = number >> std::min<Value>(distance, type.bits - 1);
    } else if (!all) {
      result = static_cast<Value>(left ? bits << distance : bits >> distance);
    }
    return step.set(destination, constant(result));
  }
  if (arithmetic || distance >= 63) return shift_numbers(step, type, left);
  const Operand from = step.run_time(value);
  if (all) return step.set(destination, constant(0));
  compute(step, destination, left ? ArithmeticOp::mul : ArithmeticOp::div, type, from,
          Value{1} << distance);
}

/// Negations, complements and the like as operations with a constant.
template <ArithmeticOp op, Value left_constant, bool constant_left = false>
void operate_with_constant(Step& step, const Compute& what) {
  const Type type = what.type;
  const code::Operand& destination = step.destination();
  const Input value = step.number(step.operands()[1], type);
  if (value.known.is_constant()) {
    const Value a = constant_left ? left_constant : value.known.number;
    const Value b = constant_left ? value.known.number : left_constant;
    return step.set(destination, constant(*fold(op, type, a, b)));
  }
  const Operand operand = step.run_time(value);
  const Operand other = wide_value(type.bits, left_constant);
  compute(step, destination, op, type, constant_left ? other : operand,
          constant_left ? operand : other);
}

/// What comes out of a sum, or goes on from a difference.
struct Carried {
  Number result;
  Number carry;
};

/// Unsigned numbers of so many bits.
Carried added(const Number& a, const Number& b, const Number& carry, std::uint32_t bits) {
  const Number sum = a + b;
  const Number whole = sum + carry;
  if (bits < 64) return {low_part(whole, {'u', bits}), shifted_right(whole, Value{bits})};
  return {whole, less_unsigned(sum, a) | less_unsigned(whole, sum)};
}

Carried subtracted(const Number& a, const Number& b, const Number& borrow, std::uint32_t bits) {
  const Number difference = a - b;
  const Number whole = difference - borrow;
  const Number borrowed = less_unsigned(a, b) | less_unsigned(difference, borrow);
  if (bits == 64) return {whole, borrowed};
  return {low_part(whole, {'u', bits}), shifted_right(whole, 63)};
}

/// Sums that are longer than a register.
void carry(Step& step, const Compute& what) {
  const Type type = bits_of(what.type);
  const std::size_t first = what.gives_carry ? 2 : 1;
  Calculation of(step);
  const Number before =
      what.takes_carry ? of.operand(step.operands().size() - 1, {'p', 1}) : Number(0);
  Number a = of.operand(first, type);
  Number b = of.operand(first + 1, type);
  if (what.multiplies) {
    const bool high = what.part == code::Part::high;
    if (high && type.bits == 64) {
      a = upper_product(a, b, what.type.kind == 's');
    } else {
      const Number product = of.operand(first, what.type) * of.operand(first + 1, what.type);
      a = low_part(high ? shifted_right(product, Value{type.bits}) : product, type);
    }
    b = of.operand(first + 2, type);
  }
  const Carried result = what.op == ArithmeticOp::sub ? subtracted(a, b, before, type.bits)
                                                      : added(a, b, before, type.bits);
  if (!what.gives_carry) return of.set(step.destination(), result.result);
  of.set({{step.destination(), result.result}, {step.destination(1), result.carry}});
}

}  // namespace

std::span<const Evaluator> arithmetic_evaluators() {
  static constexpr std::array<Evaluator, 9> evaluators = {{
      {Formula::operation, binary},
      {Formula::saturated, saturate},
      {Formula::carried, carry},
      {Formula::product, multiply},
      {Formula::left_shift, shift},
      {Formula::right_shift, shift},
      {Formula::negation, operate_with_constant<ArithmeticOp::sub, 0, true>},
      {Formula::complement, operate_with_constant<ArithmeticOp::bit_xor, -1>},
      {Formula::is_zero, operate_with_constant<ArithmeticOp::equal, 0>},
  }};
  return evaluators;
}

}  // namespace opexplore::kernel
