// Arithmetic, comparisons, shifts and conversions (SPIR-V specification, 3.42.11 to 3.42.15). What
// is known is computed; the rest becomes arithmetic of the program. Vectors go part by part.
#include <array>
#include <bit>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

constexpr std::uint16_t opcode(Op op) { return static_cast<std::uint16_t>(op); }

[[noreturn]] void refuse_at_run_time(const Step& step, const std::string& advice = "") {
  step.fail("not modelled: this on values that are known only when the program runs", advice);
}

Value mask_of(const Type& type) {
  return static_cast<Value>(~std::uint64_t{0} >> (64 - type.bits));
}

/// What registers hold of a result of fewer than 32 bits.
void cut(Step& step, RegisterId reg, const Type& type) {
  if (type.bits >= 32) return;
  step.emit(ArithmeticOp::bit_and, reg, RegisterOperand{reg}, mask_of(type), NumberType::s32);
}

/// An operation that the program has.
Known compute(Step& step, ArithmeticOp op, const Type& type, const Type& result,
              const std::pair<Known, Known>& operands, std::uint32_t part) {
  const RegisterId reg = step.result_register(result, part);
  step.emit(op, reg, step.run_time(operands.first), step.run_time(operands.second),
            number_type(type));
  if (op == ArithmeticOp::add || op == ArithmeticOp::sub || op == ArithmeticOp::mul) {
    cut(step, reg, type);
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

/// One on numbers with a sign, which those of fewer than 32 bits do not have in registers.
Known compute_signed(Step& step, ArithmeticOp op, const Type& type, const Type& result,
                     const std::pair<Known, Known>& operands, std::uint32_t part) {
  if (type.bits < 32) refuse_at_run_time(step, "use integers of 32 bits");
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
  if (distance.number == 63) refuse_at_run_time(step);
  const Known factor = number(held(type, Value{1} << distance.number));
  if (op == Op::OpShiftLeftLogical) {
    return compute(step, ArithmeticOp::mul, type, type, {operands.first, factor}, part);
  }
  if (op == Op::OpShiftRightLogical) {
    return compute_unsigned(step, ArithmeticOp::div, type, type, {operands.first, factor}, part);
  }
  if (type.bits < 32 || distance.number == 31) refuse_at_run_time(step);
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
  if (type.bits > 32) refuse_at_run_time(step, "use integers of 32 bits");
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

/// The number of the lowest bit that is set: that of those below it. -1 if there is none.
Known find_lowest_bit(Step& step, const Type& type, const Known& value, std::uint32_t part) {
  const Known negated = compute(step, ArithmeticOp::sub, type, type, {number(0), value}, part + 3);
  const Known lowest = compute(step, ArithmeticOp::bit_and, type, type, {value, negated}, part + 3);
  const Known below = compute(step, ArithmeticOp::sub, type, type, {lowest, number(1)}, part + 3);
  const Known count = count_bits(step, type, below, part);
  const Known none =
      compute(step, ArithmeticOp::equal, type, truth(), {value, number(0)}, part + 1);
  return choose(step, type, none, number(held(type, -1)), count, part);
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

bool is_operation(Op op) {
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

/// A part of a value of several parts.
Known part_of(const Known& whole, std::size_t index) {
  if (whole.kind != Known::Kind::composite) return {};
  return index < whole.parts.size() ? whole.parts[index] : Known{};
}

// Registers of a part of a result, and temporaries of it.
constexpr std::uint32_t registers_per_part = 4;

/// Does it for each part of the result: `one` gets the type of the part, its operands and the
/// number of its first register.
template <class One>
Known each_part(Step& step, const std::vector<Known>& operands, One one) {
  const Type& type = step.result_type();
  if (type.is_scalar()) return one(type, operands, 0U);
  if (type.kind != Type::Kind::vector || !step.type(type.element).is_scalar()) {
    step.fail("its type is none of integers or truths");
  }
  std::vector<Known> parts;
  for (std::uint32_t i = 0; i < type.count.value_or(0); ++i) {
    std::vector<Known> of;
    for (const Known& operand : operands) of.push_back(part_of(operand, i));
    parts.push_back(one(step.type(type.element), of, i * registers_per_part));
  }
  return composite(std::move(parts));
}

/// The type of an operand, or of its parts.
const Type& scalar_type(const Step& step, std::size_t operand) {
  const Type& type = step.type_of(operand);
  return type.kind == Type::Kind::vector ? step.type(type.element) : type;
}

std::vector<Known> operands_of(const Step& step, std::size_t first = 0) {
  std::vector<Known> result;
  for (std::size_t i = first; i < step.instruction().operands.size(); ++i) {
    result.push_back(step.operand(i));
  }
  return result;
}

void operate(Step& step) {
  const Type& type = scalar_type(step, 0);
  const std::vector<Known> operands = operands_of(step);
  const auto one = [&](const Type& result, const std::vector<Known>& of, std::uint32_t part) {
    return calculate(step, step.instruction().opcode, type, result, of[0],
                     of.size() > 1 ? of[1] : number(0), part);
  };
  step.set(each_part(step, operands, one));
}

void select(Step& step) {
  const std::vector<Known> operands = operands_of(step);
  if (operands[0].is_number()) return step.set(operands[operands[0].number != 0 ? 1 : 2]);
  if (operands[1] == operands[2]) return step.set(operands[1]);
  const auto one = [&](const Type& type, const std::vector<Known>& of, std::uint32_t part) {
    const Known& condition = operands[0].kind == Known::Kind::composite ? of[0] : operands[0];
    return choose(step, type, condition, of[1], of[2], part);
  };
  step.set(each_part(step, operands, one));
}

/// Between numbers of any two widths; the value of the narrower one decides.
Known convert(Step& step, bool keeps_sign, const Type& from, const Type& to, const Known& value,
              std::uint32_t part) {
  if (value.is_undefined()) return value;
  if (value.is_number()) {
    Value wide = value.number;
    const auto sign = static_cast<Value>(std::uint64_t{1} << (from.bits - 1));
    if (from.bits < 64) {
      wide &= mask_of(from);
      if (keeps_sign && (wide & sign) != 0) wide -= 2 * sign;
    }
    return number(held(to, wide));
  }
  if (to.bits == from.bits || (from.bits < 32 && !keeps_sign && to.bits > from.bits)) return value;
  if (to.bits > from.bits && from.bits == 32 && keeps_sign) return value;
  const RegisterId reg = step.result_register(to, part);
  if (to.bits < from.bits) {
    step.emit(ArithmeticOp::move, reg, step.run_time(value), Value{0},
              to.bits <= 32 ? NumberType::s32 : NumberType::s64);
    cut(step, reg, to);
  } else if (from.bits == 32) {
    step.emit(ArithmeticOp::bit_and, reg, step.run_time(value), mask_of(from), NumberType::s64);
  } else {
    const Value sign = Value{1} << (from.bits - 1);
    step.emit(ArithmeticOp::bit_xor, reg, step.run_time(value), sign, NumberType::s64);
    step.emit(ArithmeticOp::sub, reg, RegisterOperand{reg}, sign, number_type(to));
    cut(step, reg, to);
  }
  return run_time(reg);
}

void convert(Step& step) {
  const Op op{step.instruction().opcode};
  const Type& from = scalar_type(step, 0);
  const Type& result = step.result_type();
  const Type& to = result.kind == Type::Kind::vector ? step.type(result.element) : result;
  if (op == Op::OpBitcast &&
      (result.kind == Type::Kind::pointer || step.type_of(0).kind == Type::Kind::pointer)) {
    if (step.operand(0).kind == Known::Kind::pointer && result.kind == Type::Kind::pointer) {
      return step.set(step.operand(0));
    }
    step.fail("not modelled: pointers as numbers");
  }
  if (from.kind != Type::Kind::integer || to.kind != Type::Kind::integer ||
      (op == Op::OpBitcast && from.bits != to.bits)) {
    step.fail("not modelled: this conversion", "integers are converted, of one width each");
  }
  const auto one = [&](const Type& type, const std::vector<Known>& of, std::uint32_t part) {
    return convert(step, op == Op::OpSConvert, from, type, of[0], part);
  };
  step.set(each_part(step, operands_of(step), one));
}

/// Which numbers the two are compared as, and whether the larger one is taken.
struct Extremum {
  Op less;
  bool largest;
};

Known extremum(Step& step, const Extremum& which, const Type& type, const Known& a, const Known& b,
               std::uint32_t part) {
  const Known less = calculate(step, opcode(which.less), type, truth(), a, b, part + 1);
  return which.largest ? choose(step, type, less, b, a, part)
                       : choose(step, type, less, a, b, part);
}

/// The number of a bit of a known number; -1 if there is none.
std::optional<Value> bit_position(std::uint32_t instruction, const Type& type, Value value) {
  auto bits = static_cast<std::uint64_t>(value & mask_of(type));
  constexpr std::uint32_t find_lsb = 73, find_smsb = 74, find_umsb = 75;
  if (instruction == find_lsb) return bits == 0 ? -1 : std::countr_zero(bits);
  if (instruction == find_smsb && (bits >> (type.bits - 1)) != 0) {
    bits = ~bits & static_cast<std::uint64_t>(mask_of(type));
  }
  if (instruction != find_smsb && instruction != find_umsb) return std::nullopt;
  return static_cast<Value>(std::bit_width(bits)) - 1;
}

/// Instructions of GLSL.std.450, by their numbers there.
Known extended(Step& step, std::uint32_t instruction, const Type& type,
               const std::vector<Known>& of, std::uint32_t part) {
  constexpr Extremum u_min{Op::OpULessThan, false}, s_min{Op::OpSLessThan, false};
  constexpr Extremum u_max{Op::OpULessThan, true}, s_max{Op::OpSLessThan, true};
  const auto name = [&](std::string_view wanted) {
    const ExtendedInstruction* const known = find_extended("GLSL.std.450", instruction);
    return known != nullptr && known->name == wanted;
  };
  if (of.size() == 2 && name("UMin")) return extremum(step, u_min, type, of[0], of[1], part);
  if (of.size() == 2 && name("SMin")) return extremum(step, s_min, type, of[0], of[1], part);
  if (of.size() == 2 && name("UMax")) return extremum(step, u_max, type, of[0], of[1], part);
  if (of.size() == 2 && name("SMax")) return extremum(step, s_max, type, of[0], of[1], part);
  if (of.size() == 1 && of[0].is_run_time() && name("FindILsb")) {
    return find_lowest_bit(step, type, of[0], part);
  }
  if (of.size() == 1 && of[0].is_undefined()) return {};
  if (of.size() == 1 && of[0].is_number()) {
    if (const auto bit = bit_position(instruction, type, of[0].number)) {
      return number(held(type, *bit));
    }
  }
  const ExtendedInstruction* const known = find_extended("GLSL.std.450", instruction);
  step.fail("not modelled: " + (known != nullptr ? std::string(known->name) : "this instruction") +
            " of GLSL.std.450");
}

void extended(Step& step) {
  const auto& imports = step.around().declarations.imports;
  const auto set = imports.find(step.instruction().word(0));
  if (set != imports.end() && set->second.starts_with("NonSemantic.")) return;
  if (set == imports.end() || set->second != "GLSL.std.450") {
    step.fail("not modelled: instructions of this set");
  }
  const auto one = [&](const Type& type, const std::vector<Known>& of, std::uint32_t part) {
    return extended(step, step.instruction().word(1), type, of, part);
  };
  step.set(each_part(step, operands_of(step, 2), one));
}

}  // namespace

Known calculate(Step& step, std::uint16_t code, const Type& type, const Type& result, Known left,
                Known right, std::uint32_t part) {
  const Op op{code};
  if (!type.is_scalar()) step.fail("its operands are neither integers nor truths");
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

bool execute_arithmetic(Step& step) {
  const Op op{step.instruction().opcode};
  if (is_operation(op)) return operate(step), true;
  switch (op) {
    case Op::OpSelect:
      return select(step), true;
    case Op::OpUConvert:
    case Op::OpSConvert:
    case Op::OpBitcast:
      return convert(step), true;
    case Op::OpExtInst:
      return extended(step), true;
    default:
      return false;
  }
}

}  // namespace opexplore::spirv
