// Arithmetic on numbers and truths (SPIR-V specification, 3.42.13 to 3.42.15). What is known is
// computed; the rest becomes arithmetic of the program.
#include <array>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/spirv/formulas.hpp"
#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

[[noreturn]] void refuse_at_run_time(const Step& step, const std::string& advice = "") {
  step.fail("not modelled: this on values that are known only when the program runs", advice);
}

/// An operation that the program has.
Known compute(Step& step, ArithmeticOp op, const Type& type, const Type& result,
              const std::pair<Known, Known>& operands, std::uint32_t part) {
  const RegisterId reg = step.result_register(result, part);
  step.emit(op, reg, step.run_time(operands.first), step.run_time(operands.second),
            number_type(type));
  if (op == ArithmeticOp::add || op == ArithmeticOp::sub || op == ArithmeticOp::mul) {
    cut_to_width(step, reg, type);
  }
  return run_time(reg);
}

/// One on numbers without a sign. Those of fewer than 32 bits are so in registers.
Known compute_unsigned(Step& step, ArithmeticOp op, const Type& type, const Type& result,
                       const std::pair<Known, Known>& operands, std::uint32_t part) {
  const RegisterId reg = step.result_register(result, part);
  step.emit(op, reg, step.run_time(operands.first), step.run_time(operands.second),
            number_type(type, type.bits >= 32));
  if (op == ArithmeticOp::div && type.bits == 32) {
    step.emit(ArithmeticOp::move, reg, RegisterOperand{reg}, Value{0}, NumberType::s32);
  }
  return run_time(reg);
}

kernel::Number compared(ArithmeticOp op, const kernel::Number& a, const kernel::Number& b) {
  switch (op) {
    case ArithmeticOp::less:
      return less(a, b);
    case ArithmeticOp::greater:
      return less(b, a);
    case ArithmeticOp::less_equal:
      return kernel::negation(less(b, a));
    default:
      return kernel::negation(less(a, b));
  }
}

/// One on numbers with a sign, which those of fewer than 32 bits do not have in registers.
Known compute_signed(Step& step, ArithmeticOp op, const Type& type, const Type& result,
                     const std::pair<Known, Known>& operands, std::uint32_t part) {
  if (type.bits < 32) {
    const std::vector<FormulaInput> inputs{{operands.first, type, true},
                                           {operands.second, type, true}};
    return by_formula(step, inputs, result, part, [&](const std::vector<kernel::Number>& of) {
      return op == ArithmeticOp::div ? quotient(of[0], of[1], true) : compared(op, of[0], of[1]);
    });
  }
  return compute(step, op, type, result, operands, part);
}

/// `left - left / right * right`.
Known remainder(Step& step, bool is_signed, const Type& type,
                const std::pair<Known, Known>& operands, std::uint32_t part) {
  const auto divide = is_signed ? compute_signed : compute_unsigned;
  const Known quotient = divide(step, ArithmeticOp::div, type, type, operands, part + 1);
  const Known product =
      compute(step, ArithmeticOp::mul, type, type, {quotient, operands.second}, part + 1);
  return compute(step, ArithmeticOp::sub, type, type, {operands.first, product}, part);
}

/// A division by zero has no result in SPIR-V.
void require_divisor(const Step& step, const Known& right) {
  if (!right.is_number()) {
    refuse_at_run_time(step, "divide by numbers that the launch determines");
  }
  if (right.number == 0) step.fail("division by zero", "SPIR-V leaves its result open");
}

Known shift(Step& step, Op op, const Type& type, const std::pair<Known, Known>& operands,
            std::uint32_t part) {
  const Known& distance = operands.second;
  if (!distance.is_number()) refuse_at_run_time(step, "shift by a constant");
  if (distance.number < 0 || distance.number >= type.bits) {
    step.fail("a shift by " + std::to_string(distance.number) + " of " + std::to_string(type.bits) +
                  " bits",
              "SPIR-V leaves its result open");
  }
  if (distance.number == 0) return operands.first;
  const bool arithmetic = op == Op::OpShiftRightArithmetic;
  if (distance.number == 63 || (arithmetic && (type.bits < 32 || distance.number == 31))) {
    const auto places = distance.number;
    return by_formula(step, {{operands.first, type, arithmetic}}, type, part,
                      [&](const std::vector<kernel::Number>& of) {
                        if (op == Op::OpShiftLeftLogical) return shifted_left(of[0], places);
                        return arithmetic ? shifted_right_signed(of[0], places)
                                          : shifted_right(of[0], places);
                      });
  }
  const Known factor = number(held(type, Value{1} << distance.number));
  if (op == Op::OpShiftLeftLogical) {
    return compute(step, ArithmeticOp::mul, type, type, {operands.first, factor}, part);
  }
  if (op == Op::OpShiftRightLogical) {
    return compute_unsigned(step, ArithmeticOp::div, type, type, {operands.first, factor}, part);
  }
  // Division rounds towards zero, so the bits that fall out go first.
  const Known low = number(factor.number - 1);
  const Known rest =
      compute(step, ArithmeticOp::bit_and, type, type, {operands.first, low}, part + 1);
  const Known multiple = compute(step, ArithmeticOp::sub, type, type, {operands.first, rest}, part);
  return compute(step, ArithmeticOp::div, type, type, {multiple, factor}, part);
}

struct Operation {
  Op op;
  ArithmeticOp arithmetic;
  enum class Sign : std::uint8_t { none, with, without } sign = Sign::none;
};

constexpr std::array operations{
    Operation{Op::OpIAdd, ArithmeticOp::add},
    Operation{Op::OpISub, ArithmeticOp::sub},
    Operation{Op::OpIMul, ArithmeticOp::mul},
    Operation{Op::OpBitwiseAnd, ArithmeticOp::bit_and},
    Operation{Op::OpBitwiseOr, ArithmeticOp::bit_or},
    Operation{Op::OpBitwiseXor, ArithmeticOp::bit_xor},
    Operation{Op::OpLogicalAnd, ArithmeticOp::bit_and},
    Operation{Op::OpLogicalOr, ArithmeticOp::bit_or},
    Operation{Op::OpLogicalEqual, ArithmeticOp::equal},
    Operation{Op::OpLogicalNotEqual, ArithmeticOp::not_equal},
    Operation{Op::OpIEqual, ArithmeticOp::equal},
    Operation{Op::OpINotEqual, ArithmeticOp::not_equal},
    Operation{Op::OpUDiv, ArithmeticOp::div, Operation::Sign::without},
    Operation{Op::OpSDiv, ArithmeticOp::div, Operation::Sign::with},
    Operation{Op::OpULessThan, ArithmeticOp::less, Operation::Sign::without},
    Operation{Op::OpSLessThan, ArithmeticOp::less, Operation::Sign::with},
    Operation{Op::OpULessThanEqual, ArithmeticOp::less_equal, Operation::Sign::without},
    Operation{Op::OpSLessThanEqual, ArithmeticOp::less_equal, Operation::Sign::with},
    Operation{Op::OpUGreaterThan, ArithmeticOp::greater, Operation::Sign::without},
    Operation{Op::OpSGreaterThan, ArithmeticOp::greater, Operation::Sign::with},
    Operation{Op::OpUGreaterThanEqual, ArithmeticOp::greater_equal, Operation::Sign::without},
    Operation{Op::OpSGreaterThanEqual, ArithmeticOp::greater_equal, Operation::Sign::with}};

/// How many bits are set: sums of neighbours, of pairs, of fours, of eights.
Known count_bits(Step& step, const Type& type, const Known& value, std::uint32_t part) {
  if (type.bits > 32) {
    return by_formula(step, {{value, type}}, type, part, [](const std::vector<kernel::Number>& of) {
      return kernel::count_of_ones(of[0]);
    });
  }
  Type word = type;  // narrower numbers have zeros in front
  word.bits = 32;
  const auto shifted = [&](const Known& from, Value divisor) {
    return compute_unsigned(step, ArithmeticOp::div, word, word, {from, number(divisor)}, part + 1);
  };
  const auto masked = [&](const Known& from, Value mask, std::uint32_t to) {
    return compute(step, ArithmeticOp::bit_and, word, word, {from, number(mask)}, to);
  };
  const auto add = [&](ArithmeticOp op, const Known& a, const Known& b) {
    return compute(step, op, word, word, {a, b}, part);
  };
  Known sums = add(ArithmeticOp::sub, value, masked(shifted(value, 2), 0x55555555, part + 1));
  const Known odd = masked(shifted(sums, 4), 0x33333333, part + 1);
  sums = add(ArithmeticOp::add, masked(sums, 0x33333333, part), odd);
  sums = masked(add(ArithmeticOp::add, sums, shifted(sums, 16)), 0x0F0F0F0F, part);
  sums = compute(step, ArithmeticOp::mul, word, word, {sums, number(0x01010101)}, part);
  return compute_unsigned(step, ArithmeticOp::div, word, word, {sums, number(1 << 24)}, part);
}

Known compute(Step& step, Op op, const Type& type, const Type& result,
              const std::pair<Known, Known>& operands, std::uint32_t part) {
  switch (op) {
    case Op::OpBitCount:
      return count_bits(step, type, operands.first, part);
    case Op::OpNot:
      return compute(step, ArithmeticOp::bit_xor, type, result,
                     {operands.first, number(held(type, -1))}, part);
    case Op::OpLogicalNot:
      return compute(step, ArithmeticOp::bit_xor, type, result, {operands.first, number(1)}, part);
    case Op::OpSNegate:
      return compute(step, ArithmeticOp::sub, type, result, {number(0), operands.first}, part);
    case Op::OpUMod:
    case Op::OpSRem:
      return remainder(step, op == Op::OpSRem, type, operands, part);
    case Op::OpShiftLeftLogical:
    case Op::OpShiftRightLogical:
    case Op::OpShiftRightArithmetic:
      return shift(step, op, type, operands, part);
    default:
      break;
  }
  for (const Operation& operation : operations) {
    if (operation.op != op) continue;
    switch (operation.sign) {
      case Operation::Sign::with:
        return compute_signed(step, operation.arithmetic, type, result, operands, part);
      case Operation::Sign::without:
        return compute_unsigned(step, operation.arithmetic, type, result, operands, part);
      case Operation::Sign::none:
        return compute(step, operation.arithmetic, type, result, operands, part);
    }
  }
  refuse_at_run_time(step);
}

/// What one known truth decides.
std::optional<Known> short_circuit(Op op, const Known& left, const Known& right) {
  if (op != Op::OpLogicalAnd && op != Op::OpLogicalOr) return std::nullopt;
  const Value decides = op == Op::OpLogicalOr ? 1 : 0;
  for (const auto& [known, other] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
    if (known->is_number()) return known->number == decides ? *known : *other;
  }
  return std::nullopt;
}

bool is_division(Op op) { return op >= Op::OpUDiv && op <= Op::OpSMod; }

}  // namespace

void cut_to_width(Step& step, RegisterId reg, const Type& type) {
  if (type.bits >= 32) return;
  step.emit(ArithmeticOp::bit_and, reg, RegisterOperand{reg}, mask_of(type), NumberType::s32);
}

bool is_operation(std::uint16_t code) {
  const Op op{code};
  switch (op) {
    case Op::OpNot:
    case Op::OpLogicalNot:
    case Op::OpSNegate:
    case Op::OpUMod:
    case Op::OpSRem:
    case Op::OpSMod:
    case Op::OpShiftLeftLogical:
    case Op::OpShiftRightLogical:
    case Op::OpShiftRightArithmetic:
    case Op::OpBitCount:
      return true;
    default:
      break;
  }
  for (const Operation& operation : operations) {
    if (operation.op == op) return true;
  }
  return false;
}

Known calculate(Step& step, std::uint16_t code, const Type& type, const Type& result, Known left,
                Known right, std::uint32_t part) {
  const Op op{code};
  if (!type.is_integral()) step.fail("its operands are neither integers nor truths");
  if (is_division(op) && !right.is_undefined()) require_divisor(step, right);
  if (left.is_number() && right.is_number()) {
    const auto value = fold(code, type, left.number, right.number);
    if (!value) step.fail("SPIR-V leaves the result of this open");
    return number(*value);
  }
  if (const auto decided = short_circuit(op, left, right)) return *decided;
  if (left.is_undefined() || right.is_undefined()) return {};
  return compute(step, op, type, result, {left, right}, part);
}

// As arithmetic, second + condition * (first - second): a jump would order what follows.
Known choose(Step& step, const Type& type, const Known& condition, const Known& first,
             const Known& second, std::uint32_t part) {
  if (condition.is_number()) return condition.number != 0 ? first : second;
  if (first == second) return first;
  if (condition.is_undefined() || first.is_undefined() || second.is_undefined()) return {};
  Known gap;
  if (first.is_number() && second.is_number()) {
    gap = number(held(type, first.number - second.number));
  } else {
    gap = compute(step, ArithmeticOp::sub, type, type, {first, second}, part + 2);
  }
  const Known product = compute(step, ArithmeticOp::mul, type, type, {condition, gap}, part + 2);
  return compute(step, ArithmeticOp::add, type, type, {second, product}, part);
}

}  // namespace opexplore::spirv
