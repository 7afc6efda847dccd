#include "litmus/spirv/floats.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>

#include "litmus/kernels/floats.hpp"
#include "litmus/spirv/formulas.hpp"
#include "opmodel/words.hpp"

namespace opexplore::spirv {

namespace {

using kernel::FloatFormat;
using kernel::Number;
using kernel::Rounding;
using spv::Op;
using FloatNumbers = std::vector<Number>;

FloatFormat format_of(const Step& step, const Type& type) {
  if (type.kind != Type::Kind::floating) step.fail("its type is none of floating-point numbers");
  return kernel::format_of({'f', type.bits});
}

/// What a comparison says of two numbers, and of two of which one is none.
struct FloatComparison {
  Op op;
  ArithmeticOp compares;
  bool unordered;
};
constexpr std::array float_comparisons{
    FloatComparison{Op::OpFOrdEqual, ArithmeticOp::equal, false},
    FloatComparison{Op::OpFUnordEqual, ArithmeticOp::equal, true},
    FloatComparison{Op::OpFOrdNotEqual, ArithmeticOp::not_equal, false},
    FloatComparison{Op::OpFUnordNotEqual, ArithmeticOp::not_equal, true},
    FloatComparison{Op::OpFOrdLessThan, ArithmeticOp::less, false},
    FloatComparison{Op::OpFUnordLessThan, ArithmeticOp::less, true},
    FloatComparison{Op::OpFOrdGreaterThan, ArithmeticOp::greater, false},
    FloatComparison{Op::OpFUnordGreaterThan, ArithmeticOp::greater, true},
    FloatComparison{Op::OpFOrdLessThanEqual, ArithmeticOp::less_equal, false},
    FloatComparison{Op::OpFUnordLessThanEqual, ArithmeticOp::less_equal, true},
    FloatComparison{Op::OpFOrdGreaterThanEqual, ArithmeticOp::greater_equal, false},
    FloatComparison{Op::OpFUnordGreaterThanEqual, ArithmeticOp::greater_equal, true}};

const FloatComparison* comparison_of(Op op) {
  for (const FloatComparison& comparison : float_comparisons) {
    if (comparison.op == op) return &comparison;
  }
  return nullptr;
}

Number compared(const FloatComparison& comparison, FloatFormat format, const FloatNumbers& of) {
  const Number a = kernel::float_key(format, of[0]), b = kernel::float_key(format, of[1]);
  const Number unordered =
      kernel::is_no_number(format, of[0]) | kernel::is_no_number(format, of[1]);
  Number truth = 0;
  switch (comparison.compares) {
    case ArithmeticOp::equal:
      truth = equal(a, b);
      break;
    case ArithmeticOp::not_equal:
      truth = kernel::negation(equal(a, b));
      break;
    case ArithmeticOp::less:
      truth = less(a, b);
      break;
    case ArithmeticOp::greater:
      truth = less(b, a);
      break;
    case ArithmeticOp::less_equal:
      truth = kernel::negation(less(b, a));
      break;
    default:
      truth = kernel::negation(less(a, b));
      break;
  }
  return comparison.unordered ? truth | unordered : truth & kernel::negation(unordered);
}

Number arithmetic(Op op, FloatFormat format, const FloatNumbers& of) {
  switch (op) {
    case Op::OpFAdd:
      return kernel::float_sum(format, of[0], of[1]);
    case Op::OpFSub:
      return kernel::float_sum(format, of[0], of[1] ^ format.sign());
    case Op::OpFMul:
      return kernel::float_product(format, of[0], of[1]);
    case Op::OpFDiv:
      return kernel::float_quotient(format, of[0], of[1]);
    case Op::OpFNegate:
      return of[0] ^ format.sign();
    case Op::OpIsNan:
      return kernel::is_no_number(format, of[0]);
    default:  // OpIsInf
      return equal(of[0] & format.unsigned_bits(), format.infinity());
  }
}

bool is_conversion(Op op) {
  return op == Op::OpConvertFToU || op == Op::OpConvertFToS || op == Op::OpConvertSToF ||
         op == Op::OpConvertUToF || op == Op::OpFConvert;
}

Known converted(Step& step, Op op, const Type& from, const Type& to, const Known& value,
                std::uint32_t part) {
  const bool is_signed = op == Op::OpConvertSToF;
  return by_formula(step, {{value, from, is_signed}}, to, part, [&](const FloatNumbers& of) {
    switch (op) {
      case Op::OpConvertFToU:
      case Op::OpConvertFToS: {
        const char kind = op == Op::OpConvertFToS ? 's' : 'u';
        return kernel::float_to_integer(format_of(step, from), of[0], {kind, to.bits}, false);
      }
      case Op::OpFConvert:
        return kernel::float_converted(format_of(step, from), format_of(step, to), of[0]);
      default:
        return kernel::float_from_integer(format_of(step, to), of[0], is_signed);
    }
  });
}

/// The smaller or larger one; what is no number gives way to the other.
Number extreme(FloatFormat format, bool largest, const Number& a, const Number& b) {
  const Number a_key = kernel::float_key(format, a), b_key = kernel::float_key(format, b);
  const Number usual = choose(largest ? less(b_key, a_key) : less(a_key, b_key), a, b);
  return choose(kernel::is_no_number(format, a), b,
                choose(kernel::is_no_number(format, b), a, usual));
}

/// Of a number that is known, as the machine computes it that this runs on.
std::optional<Known> square_root(const Type& type, const Known& value) {
  if (!value.is_number() || type.bits < 32) return std::nullopt;
  const FloatFormat format = kernel::format_of({'f', type.bits});
  const auto bits = [&](double root, Value exact) {
    return number(held(type, std::isnan(root) ? format.no_number() : exact));
  };
  if (type.bits == 64) {
    const double root = std::sqrt(std::bit_cast<double>(value.number));
    return bits(root, std::bit_cast<Value>(root));
  }
  const float root = std::sqrt(std::bit_cast<float>(static_cast<std::uint32_t>(value.number)));
  return bits(root, std::bit_cast<std::int32_t>(root));
}

constexpr std::array<Word<Rounding>, 4> roundings = {{{"Trunc", Rounding::to_zero},
                                                      {"Floor", Rounding::down},
                                                      {"Ceil", Rounding::up},
                                                      {"RoundEven", Rounding::nearest}}};

}  // namespace

bool is_float_operation(std::uint16_t opcode) {
  const Op op{opcode};
  switch (op) {
    case Op::OpFAdd:
    case Op::OpFSub:
    case Op::OpFMul:
    case Op::OpFDiv:
    case Op::OpFNegate:
    case Op::OpIsNan:
    case Op::OpIsInf:
      return true;
    default:
      return is_conversion(op) || comparison_of(op) != nullptr;
  }
}

Known float_operation(Step& step, std::uint16_t opcode, const Type& operand, const Type& result,
                      const std::vector<Known>& of, std::uint32_t part) {
  const Op op{opcode};
  if (is_conversion(op)) return converted(step, op, operand, result, of[0], part);
  const FloatFormat format = format_of(step, operand);
  std::vector<FormulaInput> inputs;
  for (const Known& value : of) inputs.push_back({value, operand});
  const FloatComparison* const comparison = comparison_of(op);
  return by_formula(step, inputs, result, part, [&](const FloatNumbers& numbers) {
    return comparison != nullptr ? compared(*comparison, format, numbers)
                                 : arithmetic(op, format, numbers);
  });
}

std::optional<Known> float_instruction(Step& step, std::string_view name, const Type& type,
                                       const std::vector<Known>& of, std::uint32_t part) {
  if (type.kind != Type::Kind::floating) return std::nullopt;
  const FloatFormat format = format_of(step, type);
  const auto computed = [&](const std::function<Number(const FloatNumbers&)>& formula) {
    std::vector<FormulaInput> inputs;
    for (const Known& value : of) inputs.push_back({value, type});
    return by_formula(step, inputs, type, part, formula);
  };
  if (const auto rounding = find_word<Rounding>(roundings, name)) {
    return computed(
        [&](const FloatNumbers& n) { return kernel::float_rounded(format, n[0], *rounding); });
  }
  if (name == "FAbs") {
    return computed([&](const FloatNumbers& n) { return n[0] & format.unsigned_bits(); });
  }
  if (name == "FMin" || name == "NMin" || name == "FMax" || name == "NMax") {
    return computed(
        [&](const FloatNumbers& n) { return extreme(format, name.ends_with("Max"), n[0], n[1]); });
  }
  if (name == "FClamp" || name == "NClamp") {
    return computed([&](const FloatNumbers& n) {
      return extreme(format, false, extreme(format, true, n[0], n[1]), n[2]);
    });
  }
  if (name == "Fma" && type.bits <= 32) {
    return computed(
        [&](const FloatNumbers& n) { return kernel::float_fused(format, n[0], n[1], n[2]); });
  }
  return name == "Sqrt" ? square_root(type, of[0]) : std::nullopt;
}

}  // namespace opexplore::spirv
