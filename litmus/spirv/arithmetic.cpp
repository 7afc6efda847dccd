// Arithmetic, comparisons, shifts and conversions (SPIR-V specification, 3.42.11 to 3.42.15). What
// is known is computed; the rest becomes arithmetic of the program. Vectors go part by part.
#include <array>
#include <bit>
#include <functional>
#include <optional>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/spirv/floats.hpp"
#include "litmus/spirv/formulas.hpp"
#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

constexpr std::uint16_t opcode(Op op) { return static_cast<std::uint16_t>(op); }

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
    step.fail("its type is none of numbers or truths");
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

void operate_on_floats(Step& step) {
  const Type& type = scalar_type(step, 0);
  const auto one = [&](const Type& result, const std::vector<Known>& of, std::uint32_t part) {
    return float_operation(step, step.instruction().opcode, type, result, of, part);
  };
  step.set(each_part(step, operands_of(step), one));
}

/// A vector times a number.
void scale(Step& step) {
  const Type& type = scalar_type(step, 0);
  const Known factor = step.operand(1);
  const auto one = [&](const Type& result, const std::vector<Known>& of, std::uint32_t part) {
    return float_operation(step, opcode(Op::OpFMul), type, result, {of[0], factor}, part);
  };
  step.set(each_part(step, {step.operand(0)}, one));
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

/// Whether all of some truths hold, or any: two by two, each result in a register of its own.
void join_truths(Step& step, Op with) {
  const Known operand = step.operand(0);
  const Type& vector = step.type_of(0);
  if (vector.kind != Type::Kind::vector || step.type(vector.element).bits != 1) {
    step.fail("its operand is no vector of truths");
  }
  Known joined = part_of(operand, 0);
  for (std::uint32_t i = 1; i < vector.count.value_or(0); ++i) {
    joined = calculate(step, opcode(with), truth(), truth(), joined, part_of(operand, i),
                       i * registers_per_part);
  }
  step.set(joined);
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
    cut_to_width(step, reg, to);
  } else if (from.bits == 32) {
    step.emit(ArithmeticOp::bit_and, reg, step.run_time(value), mask_of(from), NumberType::s64);
  } else {
    const Value sign = Value{1} << (from.bits - 1);
    step.emit(ArithmeticOp::bit_xor, reg, step.run_time(value), sign, NumberType::s64);
    step.emit(ArithmeticOp::sub, reg, RegisterOperand{reg}, sign, number_type(to));
    cut_to_width(step, reg, to);
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
  const bool bits = op == Op::OpBitcast && from.is_scalar() && to.is_scalar();
  if ((!bits && (from.kind != Type::Kind::integer || to.kind != Type::Kind::integer)) ||
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

/// The number of the lowest bit that is set: how many there are below it. -1 if there is none.
Known find_lowest_bit(Step& step, const Type& type, const Known& value, std::uint32_t part) {
  const auto calculated = [&](Op op, const Known& left, const Known& right, std::uint32_t to) {
    const Type result = op == Op::OpIEqual ? truth() : type;
    return calculate(step, opcode(op), type, result, left, right, to);
  };
  const Known negated = calculated(Op::OpISub, number(0), value, part + 3);
  const Known lowest = calculated(Op::OpBitwiseAnd, value, negated, part + 3);
  const Known below = calculated(Op::OpISub, lowest, number(1), part + 3);
  const Known count = calculated(Op::OpBitCount, below, number(0), part);
  const Known none = calculated(Op::OpIEqual, value, number(0), part + 1);
  return choose(step, type, none, number(held(type, -1)), count, part);
}

/// Those on integers that are formulas.
std::optional<Known> integer_instruction(Step& step, std::string_view name, const Type& type,
                                         const std::vector<Known>& of, std::uint32_t part) {
  using Numbers = std::vector<kernel::Number>;
  if (type.kind != Type::Kind::integer) return std::nullopt;
  const bool with_sign = name.starts_with('S');
  std::vector<FormulaInput> inputs;
  for (const Known& value : of) inputs.push_back({value, type, with_sign});
  const auto computed = [&](const std::function<kernel::Number(const Numbers&)>& formula) {
    return by_formula(step, inputs, type, part, formula);
  };
  if (name == "SAbs") {
    return computed([](const Numbers& n) { return choose(less(n[0], 0), 0 - n[0], n[0]); });
  }
  if (name == "SClamp" || name == "UClamp") {
    return computed([&](const Numbers& n) {
      const auto is_less = [&](const kernel::Number& a, const kernel::Number& b) {
        return with_sign ? less(a, b) : less_unsigned(a, b);
      };
      const kernel::Number from_below = choose(is_less(n[0], n[1]), n[1], n[0]);
      return choose(is_less(n[2], from_below), n[2], from_below);
    });
  }
  return std::nullopt;
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
  if (known != nullptr) {
    if (const auto result = float_instruction(step, known->name, type, of, part)) return *result;
    if (const auto result = integer_instruction(step, known->name, type, of, part)) return *result;
  }
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

bool execute_arithmetic(Step& step) {
  const Op op{step.instruction().opcode};
  if (is_operation(step.instruction().opcode)) return operate(step), true;
  if (is_float_operation(step.instruction().opcode)) return operate_on_floats(step), true;
  switch (op) {
    case Op::OpSelect:
      return select(step), true;
    case Op::OpVectorTimesScalar:
      return scale(step), true;
    case Op::OpAll:
      return join_truths(step, Op::OpLogicalAnd), true;
    case Op::OpAny:
      return join_truths(step, Op::OpLogicalOr), true;
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
