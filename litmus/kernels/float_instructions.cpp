// Floating-point instructions (PTX ISA 9.7.3 to 9.7.6), rounded to nearest.
#include <algorithm>
#include <array>
#include <utility>

#include "litmus/kernels/floats.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// The only type, and its format; modifiers are `rn` alone.
std::pair<Type, FloatFormat> float_type(const Step& step) {
  require_modifiers(step, {"rn"});
  const Type type = step.type();
  return {bits_of(type), format_of(type)};
}

template <Number (*Formula)(FloatFormat, const Number&, const Number&)>
void binary_float(Step& step) {
  const auto [type, format] = float_type(step);
  step.require_operands(3);
  Calculation of(step);
  of.set(step.destination(), Formula(format, of.operand(1, type), of.operand(2, type)));
}

Number float_difference(FloatFormat format, const Number& a, const Number& b) {
  return float_sum(format, a, b ^ format.sign());
}

/// -0 is less than +0. What is no number gives way to the other.
template <bool Greater>
Number float_extreme(FloatFormat format, const Number& a, const Number& b) {
  const auto key = [&](const Number& bits) {
    const Number negative = negation(less_unsigned(bits, format.sign()));
    return float_key(format, bits) - negative;
  };
  const Number first = Greater ? less(key(b), key(a)) : less(key(a), key(b));
  const Number a_wrong = is_no_number(format, a);
  const Number b_wrong = is_no_number(format, b);
  const Number usual = choose(first, a, b);
  const Number result = choose(a_wrong, b, choose(b_wrong, a, usual));
  return choose(a_wrong & b_wrong, Number(format.no_number()), result);
}

void fused(Step& step) {
  const auto [type, format] = float_type(step);
  step.require_operands(4);
  if (type.bits > 32) {
    step.fail("not modelled: " + written(step), "compile with -fmad=false");
  }
  Calculation of(step);
  of.set(step.destination(),
         float_fused(format, of.operand(1, type), of.operand(2, type), of.operand(3, type)));
}

void negate(Step& step) {
  const auto [type, format] = float_type(step);
  step.require_operands(2);
  Calculation of(step);
  of.set(step.destination(), of.operand(1, type) ^ format.sign());
}

void magnitude(Step& step) {
  const auto [type, format] = float_type(step);
  step.require_operands(2);
  Calculation of(step);
  of.set(step.destination(), of.operand(1, type) & ~Number(format.sign()) &
                                 (type.bits == 64 ? -1 : (Value{1} << type.bits) - 1));
}

/// What a comparison says of two numbers, and whether it holds if one of them is none.
struct FloatComparison {
  std::string_view name;
  ArithmeticOp op;
  bool unordered;
};
constexpr std::array<FloatComparison, 12> comparisons = {
    {{"eq", ArithmeticOp::equal, false},
     {"ne", ArithmeticOp::not_equal, false},
     {"lt", ArithmeticOp::less, false},
     {"le", ArithmeticOp::less_equal, false},
     {"gt", ArithmeticOp::greater, false},
     {"ge", ArithmeticOp::greater_equal, false},
     {"equ", ArithmeticOp::equal, true},
     {"neu", ArithmeticOp::not_equal, true},
     {"ltu", ArithmeticOp::less, true},
     {"leu", ArithmeticOp::less_equal, true},
     {"gtu", ArithmeticOp::greater, true},
     {"geu", ArithmeticOp::greater_equal, true}}};

/// The truth of the comparison of the two operands behind the destination.
Number float_comparison(Step& step, Calculation& of, Type type) {
  const FloatFormat format = format_of(type);
  const Number a = of.operand(1, bits_of(type));
  const Number b = of.operand(2, bits_of(type));
  const Number unordered = is_no_number(format, a) | is_no_number(format, b);
  std::optional<Number> result;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    if (type_named(modifier.text)) continue;
    const auto* const known = std::ranges::find(comparisons, modifier.text, &FloatComparison::name);
    const bool asks = modifier.text == "num" || modifier.text == "nan";
    if ((known == comparisons.end() && !asks) || result) {
      step.around().source.fail(modifier.place,
                                "not modelled: " + quote(modifier.text) + " in " + written(step),
                                "write setp with one comparison, and combine predicates with "
                                "and.pred and or.pred");
    }
    if (asks) {
      result = modifier.text == "nan" ? unordered : negation(unordered);
      continue;
    }
    const Number truth = compared(known->op, {'s', 64}, float_key(format, a), float_key(format, b));
    result = known->unordered ? truth | unordered : truth & negation(unordered);
  }
  if (!result) step.fail(written(step) + " needs a comparison", "eq, ne, lt, le, gt or ge");
  return *result;
}

void compare(Step& step) {
  step.require_operands(3);
  Calculation of(step);
  of.set(step.destination(), float_comparison(step, of, step.type()));
}

void set_by_comparison(Step& step) {
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types");
  step.require_operands(3);
  Calculation of(step);
  const Number truth = float_comparison(step, of, types[1]);
  constexpr Value one = 0x3F800000;  // 1.0 in 32 bits
  of.set(step.destination(), types[0].kind == 'f' ? truth * one : 0 - truth);
}

/// `cvt` to or from floating-point numbers.
void convert(Step& step) {
  require_modifiers(step, {"rn", "rzi", "rni"});
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types: to and from");
  step.require_operands(2);
  const Type to = types[0];
  const Type from = types[1];
  Calculation of(step);
  if (from.kind != 'f') {
    return of.set(step.destination(),
                  float_from_integer(format_of(to), of.operand(1, from), from.kind == 's'));
  }
  const Number bits = of.operand(1, bits_of(from));
  if (to.kind != 'f') {
    const bool rounds = step.mnemonic().has("rni");
    if (rounds == step.mnemonic().has("rzi")) step.fail(written(step) + " needs .rzi or .rni");
    return of.set(step.destination(), float_to_integer(format_of(from), bits, to, rounds));
  }
  if (step.mnemonic().has("rzi") || step.mnemonic().has("rni")) {
    step.fail("not modelled: " + written(step), "convert to an integer and back");
  }
  of.set(step.destination(), float_converted(format_of(from), format_of(to), bits));
}

constexpr std::array<Known, 13> instructions = {{
    {"add", binary_float<float_sum>},
    {"sub", binary_float<float_difference>},
    {"mul", binary_float<float_product>},
    {"div", binary_float<float_quotient>},
    {"min", binary_float<float_extreme<false>>},
    {"max", binary_float<float_extreme<true>>},
    {"fma", fused},
    {"mad", fused},
    {"neg", negate},
    {"abs", magnitude},
    {"setp", compare},
    {"set", set_by_comparison},
    {"cvt", convert},
}};

}  // namespace

std::span<const Known> float_instructions() { return instructions; }

}  // namespace opexplore::kernel
