// Floating-point instructions (PTX ISA 9.7.3 to 9.7.6), rounded to nearest.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "litmus/kernels/floats.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// The numbers that an operand holds: one, or two side by side.
struct FloatLanes {
  std::string_view name;
  FloatFormat format;
  std::uint32_t bits;
  std::uint32_t count;
};
constexpr std::array<FloatLanes, 6> float_lanes = {{{"f16", {10, 5}, 16, 1},
                                                    {"f16x2", {10, 5}, 16, 2},
                                                    {"bf16", {7, 8}, 16, 1},
                                                    {"bf16x2", {7, 8}, 16, 2},
                                                    {"f32", {23, 8}, 32, 1},
                                                    {"f64", {52, 11}, 64, 1}}};

const FloatLanes* float_lanes_named(std::string_view text) {
  const auto* const known = std::ranges::find(float_lanes, text, &FloatLanes::name);
  return known == float_lanes.end() ? nullptr : known;
}

/// Of the instruction, which has one such type and no modifiers beside it but `known`.
const FloatLanes& float_lanes_of(const Step& step, std::initializer_list<std::string_view> known) {
  const FloatLanes* result = nullptr;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    const FloatLanes* const lanes = float_lanes_named(modifier.text);
    const bool other = lanes == nullptr && std::ranges::find(known, modifier.text) == known.end();
    if (other || (lanes != nullptr && result != nullptr)) {
      step.around().source.fail(modifier.place, "not modelled: modifier " + quote(modifier.text) +
                                                    " of " + written(step));
    }
    if (lanes != nullptr) result = lanes;
  }
  if (result == nullptr) step.fail(written(step) + " needs a floating-point type");
  return *result;
}

/// `.ftz`: what is smaller than all normal numbers is 0.
Number flushed(FloatFormat format, const Number& bits) {
  const Number exponent = shifted_right(bits, format.fraction) & format.greatest_exponent();
  return choose(equal(exponent, 0), bits & Number(format.sign()), bits);
}

/// `.sat`: from 0 to 1, and 0 for no number.
Number saturated(FloatFormat format, const Number& bits) {
  const Value one = format.bias() << format.fraction;
  const Number below = negation(less_unsigned(bits, format.sign())) | is_no_number(format, bits);
  return choose(below, Number(0), choose(less_unsigned(one, bits), Number(one), bits));
}

/// Each number of the result is a formula of those of the operands.
template <class Formula>
void each_lane(Step& step, std::size_t operands, std::initializer_list<std::string_view> known,
               const Formula& formula) {
  const FloatLanes& lanes = float_lanes_of(step, known);
  step.require_operands(operands + 1);
  const bool flushes = step.mnemonic().has("ftz");
  Calculation of(step);
  Number result = 0;
  for (std::uint32_t lane = 0; lane < lanes.count; ++lane) {
    const auto places = static_cast<Value>(lane * lanes.bits);
    std::vector<Number> parts;
    for (std::size_t i = 1; i <= operands; ++i) {
      const Number whole = of.operand(i, {'u', lanes.bits * lanes.count});
      const Number part = low_part(shifted_right(whole, places), {'u', lanes.bits});
      parts.push_back(flushes ? flushed(lanes.format, part) : part);
    }
    Number number = formula(lanes.format, parts);
    if (step.mnemonic().has("sat")) number = saturated(lanes.format, number);
    if (flushes) number = flushed(lanes.format, number);
    result = result | shifted_left(number, places);
  }
  of.set(step.destination(), result);
}

using Parts = std::vector<Number>;

template <Number (*Formula)(FloatFormat, const Number&, const Number&)>
void binary_float(Step& step) {
  each_lane(step, 2, {"rn", "ftz", "sat"}, [](FloatFormat format, const Parts& parts) {
    return Formula(format, parts[0], parts[1]);
  });
}

Number float_difference(FloatFormat format, const Number& a, const Number& b) {
  return float_sum(format, a, b ^ format.sign());
}

/// -0 is less than +0. What is no number gives way to the other, but for `.NaN`.
template <bool Greater>
void extreme(Step& step) {
  const bool keeps = step.mnemonic().has("NaN");
  each_lane(step, 2, {"ftz", "NaN"}, [&](FloatFormat format, const Parts& parts) {
    const Number& a = parts[0];
    const Number& b = parts[1];
    const auto key = [&](const Number& bits) {
      const Number negative = negation(less_unsigned(bits, format.sign()));
      return float_key(format, bits) - negative;
    };
    const Number first = Greater ? less(key(b), key(a)) : less(key(a), key(b));
    const Number a_wrong = is_no_number(format, a);
    const Number b_wrong = is_no_number(format, b);
    const Number usual = choose(first, a, b);
    const Number result = choose(a_wrong, b, choose(b_wrong, a, usual));
    const Number wrong = keeps ? a_wrong | b_wrong : a_wrong & b_wrong;
    return choose(wrong, Number(format.no_number()), result);
  });
}

/// Functions that PTX mostly only bounds the error of: what they give may be anything.
void approximate(Step& step) {
  step.around().assumptions.insert("what " + written(step) +
                                   " gives is not computed: where it is stored or passed on, it is "
                                   "taken for 0");
  step.set(step.destination(), Abstract{Abstract::Kind::time, 0, 0});
}

/// The only operands of 64 bits if all of them are known.
std::optional<std::vector<double>> known_doubles(Step& step, std::size_t operands) {
  std::vector<double> result;
  for (std::size_t i = 1; i <= operands; ++i) {
    const Input input = step.number(step.operands()[i], {'u', 64});
    if (!input.known.is_constant()) return std::nullopt;
    result.push_back(std::bit_cast<double>(input.known.number));
  }
  return result;
}

void set_double(Step& step, double value) {
  const Value none = FloatFormat{52, 11}.no_number();
  step.set(step.destination(), constant(std::isnan(value) ? none : std::bit_cast<Value>(value)));
}

/// Of 64 bits no formula is exact; what is known is computed by the machine that this runs on.
void fused(Step& step) {
  if (step.mnemonic().has("f64")) {
    float_lanes_of(step, {"rn"});
    step.require_operands(4);
    const auto known = known_doubles(step, 3);
    return known ? set_double(step, std::fma((*known)[0], (*known)[1], (*known)[2]))
                 : approximate(step);
  }
  each_lane(step, 3, {"rn", "ftz", "sat"}, [](FloatFormat format, const Parts& parts) {
    return float_fused(format, parts[0], parts[1], parts[2]);
  });
}

/// `sqrt.rn`, of what is known; formulas are too long.
void square_root(Step& step) {
  step.require_operands(2);
  const bool wide = step.mnemonic().has("f64");
  const Input input = step.number(step.operands()[1], {'u', wide ? 64U : 32U});
  if (!step.mnemonic().has("rn") || step.mnemonic().has("ftz") || !input.known.is_constant()) {
    return approximate(step);
  }
  if (wide) return set_double(step, std::sqrt(std::bit_cast<double>(input.known.number)));
  const float root =
      std::sqrt(std::bit_cast<float>(static_cast<std::uint32_t>(input.known.number)));
  const Value bits =
      std::isnan(root) ? FloatFormat{}.no_number() : std::bit_cast<std::int32_t>(root);
  step.set(step.destination(), constant(bits));
}

void negate(Step& step) {
  each_lane(step, 1, {"ftz"},
            [](FloatFormat format, const Parts& parts) { return parts[0] ^ format.sign(); });
}

void float_magnitude(Step& step) {
  each_lane(step, 1, {"ftz"}, [](FloatFormat format, const Parts& parts) {
    return parts[0] & format.unsigned_bits();
  });
}

/// `rcp.rn`, which is exact; `rcp.approx` is not.
void reciprocal(Step& step) {
  each_lane(step, 1, {"rn", "ftz"}, [](FloatFormat format, const Parts& parts) {
    return float_quotient(format, format.bias() << format.fraction, parts[0]);
  });
}

/// `copysign d, a, b`: b with the sign of a.
void copy_sign(Step& step) {
  each_lane(step, 2, {}, [](FloatFormat format, const Parts& parts) {
    return (parts[0] & Number(format.sign())) | (parts[1] & format.unsigned_bits());
  });
}

/// `testp.op p, a` (PTX ISA 9.7.3 "testp").
void test_property(Step& step) {
  const std::array<std::string_view, 6> properties = {"finite",     "infinite", "number",
                                                      "notanumber", "normal",   "subnormal"};
  const FloatLanes& lanes =
      float_lanes_of(step, {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  step.require_operands(2);
  Calculation of(step);
  const FloatFormat format = lanes.format;
  const Number bits = of.operand(1, {'u', lanes.bits}) & format.unsigned_bits();
  const Number exponent = shifted_right(bits, format.fraction);
  const std::array<Number, 6> truths = {
      less_unsigned(bits, format.infinity()),
      equal(bits, format.infinity()),
      negation(is_no_number(format, bits)),
      is_no_number(format, bits),
      negation(equal(exponent, 0)) & less_unsigned(bits, format.infinity()),
      equal(exponent, 0) & negation(equal(bits, 0))};
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (step.mnemonic().has(properties.at(i))) return of.set(step.destination(), truths.at(i));
  }
  step.fail(written(step) + " needs a property",
            "write .finite, .infinite, .number or .notanumber");
}

/// What says that it is only bounded, or rounded otherwise than to the nearest.
template <void (*Exact)(Step&)>
void perhaps_approximate(Step& step) {
  constexpr std::array<std::string_view, 5> words = {"approx", "full", "rz", "rm", "rp"};
  const bool approximates =
      std::ranges::any_of(words, [&](std::string_view word) { return step.mnemonic().has(word); });
  (approximates ? approximate : Exact)(step);
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

void compare_floats(Step& step) {
  step.require_operands(3);
  Calculation of(step);
  of.set(step.destination(), float_comparison(step, of, step.type()));
}

void set_by_float_comparison(Step& step) {
  const std::vector<Type> types = step.types();
  if (types.size() != 2) step.fail(written(step) + " needs two types");
  step.require_operands(3);
  Calculation of(step);
  const Number truth = float_comparison(step, of, types[1]);
  constexpr Value one = 0x3F800000;  // 1.0 in 32 bits
  of.set(step.destination(), types[0].kind == 'f' ? truth * one : 0 - truth);
}

/// How a number is rounded to an integer: "rni", "rzi", "rmi" or "rpi"; empty if nothing says so.
std::string_view integer_rounding(const Step& step) {
  for (const std::string_view word : {"rni", "rzi", "rmi", "rpi"}) {
    if (step.mnemonic().has(word)) return word;
  }
  return {};
}

/// A type of a conversion: of floating-point numbers, or an integer.
struct Converted {
  const FloatLanes* lanes = nullptr;
  Type type;
};

/// To and from.
std::array<Converted, 2> converted_types(const Step& step) {
  constexpr std::array<std::string_view, 7> known = {"rn",  "rni", "rzi", "rmi",
                                                     "rpi", "ftz", "sat"};
  std::vector<Converted> found;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    const FloatLanes* const lanes = float_lanes_named(modifier.text);
    const auto type = type_named(modifier.text);
    if (lanes != nullptr) {
      found.push_back({lanes, {'u', lanes->bits}});
    } else if (type) {
      found.push_back({nullptr, *type});
    } else if (std::ranges::find(known, modifier.text) == known.end()) {
      step.around().source.fail(modifier.place, "not modelled: modifier " + quote(modifier.text) +
                                                    " of " + written(step));
    }
  }
  if (found.size() != 2) step.fail(written(step) + " needs two types: to and from");
  return {found[0], found[1]};
}

Number converted_integer(const Step& step, FloatFormat format, Number bits, Type to) {
  const std::string_view rounding = integer_rounding(step);
  if (rounding.empty()) step.fail(written(step) + " needs .rzi, .rni, .rmi or .rpi");
  if (rounding == "rmi" || rounding == "rpi") bits = float_rounded(format, bits, rounding);
  return float_to_integer(format, bits, to, rounding == "rni");
}

/// One number of the result.
Number converted(const Step& step, const Converted& to, const Converted& from, Number bits) {
  const bool flushes = step.mnemonic().has("ftz");
  if (from.lanes == nullptr) {
    return float_from_integer(to.lanes->format, bits, from.type.kind == 's');
  }
  if (flushes && from.lanes->bits == 32) bits = flushed(from.lanes->format, bits);
  if (to.lanes == nullptr) return converted_integer(step, from.lanes->format, bits, to.type);
  if (const std::string_view rounding = integer_rounding(step); !rounding.empty()) {
    bits = float_rounded(from.lanes->format, bits, rounding);
  }
  Number result = float_converted(from.lanes->format, to.lanes->format, bits);
  if (step.mnemonic().has("sat")) result = saturated(to.lanes->format, result);
  return flushes && to.lanes->bits == 32 ? flushed(to.lanes->format, result) : result;
}

/// `cvt` to or from floating-point numbers; to a pair from two numbers, the upper one first.
void convert_floats(Step& step) {
  const auto [to, from] = converted_types(step);
  const std::size_t count = to.lanes != nullptr ? to.lanes->count : 1;
  if (from.lanes != nullptr && from.lanes->count != 1) step.fail("not modelled: " + written(step));
  step.require_operands(1 + count);
  Calculation of(step);
  Number result = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    const Number one = converted(step, to, from, of.operand(i, from.type));
    result = result | shifted_left(one, static_cast<Value>((count - i) * 16));
  }
  of.set(step.destination(), result);
}

}  // namespace

std::span<const Known> float_instructions() {
  static constexpr std::array<Known, 23> instructions = {{
      {"add", perhaps_approximate<binary_float<float_sum>>},
      {"sub", perhaps_approximate<binary_float<float_difference>>},
      {"mul", perhaps_approximate<binary_float<float_product>>},
      {"div", perhaps_approximate<binary_float<float_quotient>>},
      {"rcp", perhaps_approximate<reciprocal>},
      {"copysign", copy_sign},
      {"testp", test_property},
      {"sqrt", square_root},
      {"rsqrt", approximate},
      {"ex2", approximate},
      {"lg2", approximate},
      {"sin", approximate},
      {"cos", approximate},
      {"tanh", approximate},
      {"min", extreme<false>},
      {"max", extreme<true>},
      {"fma", perhaps_approximate<fused>},
      {"mad", perhaps_approximate<fused>},
      {"neg", negate},
      {"abs", float_magnitude},
      {"setp", compare_floats},
      {"set", set_by_float_comparison},
      {"cvt", convert_floats},
  }};
  return instructions;
}

}  // namespace opexplore::kernel
