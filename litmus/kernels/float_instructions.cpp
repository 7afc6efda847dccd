// Formulas of floating-point numbers, rounded to nearest.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "litmus/kernels/floats.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/known_floats.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;
using code::FloatFormat;
using code::Floats;
using code::Formula;
using code::Property;
using code::Rounding;

/// What is smaller than all normal numbers is 0.
Number flushed(FloatFormat format, const Number& bits) {
  const Number exponent = shifted_right(bits, format.fraction) & format.greatest_exponent();
  return choose(equal(exponent, 0), bits & Number(format.sign()), bits);
}

/// From 0 to 1, and 0 for no number.
Number saturated(FloatFormat format, const Number& bits) {
  const Value one = format.bias() << format.fraction;
  const Number below = negation(less_unsigned(bits, format.sign())) | is_no_number(format, bits);
  return choose(below, Number(0), choose(less_unsigned(one, bits), Number(one), bits));
}

/// Each number of the result is a formula of those of the operands.
template <class Apply>
void each_lane(Step& step, const Compute& what, const Apply& formula) {
  const Floats& floats = *what.floats;
  Calculation of(step);
  Number result = 0;
  for (std::uint32_t lane = 0; lane < floats.count; ++lane) {
    const auto places = static_cast<Value>(lane * floats.bits);
    std::vector<Number> parts;
    for (std::size_t i = 1; i < step.operands().size(); ++i) {
      const Number whole = of.operand(i, what.type);
      const Number part = low_part(shifted_right(whole, places), {'u', floats.bits});
      parts.push_back(what.flushes ? flushed(floats.format, part) : part);
    }
    Number number = formula(floats.format, parts);
    if (what.saturates) number = saturated(floats.format, number);
    if (what.flushes) number = flushed(floats.format, number);
    result = result | shifted_left(number, places);
  }
  of.set(step.destination(), result);
}

using Parts = std::vector<Number>;

/// Whether all operands are known.
bool are_known(Step& step, Type type) {
  const auto operands = step.operands().subspan(step.instruction().results);
  return std::ranges::all_of(operands, [&](const code::Operand& operand) {
    return step.number(operand, type).known.is_constant();
  });
}

/// What the step gives may be anything.
void leave_open(Step& step) {
  step.around().assumptions.insert("what " + written(step) +
                                   " gives is not computed: where it is stored or passed on, it is "
                                   "taken for 0");
  step.set(step.destination(), Abstract{Abstract::Kind::time, 0, 0});
}

constexpr FloatFormat wide_format{52, 11};

using Result = std::optional<double> (*)(const Compute&, std::span<const double>);

/// By the arithmetic of the machine that this runs on. Precondition: the operands are known.
void compute(Step& step, const Compute& what, Result result) {
  each_lane(step, what, [&](FloatFormat format, const Parts& parts) {
    std::vector<double> numbers;
    for (const Number& part : parts) {
      const bool wide = what.floats->bits == 64;
      const Number bits = wide ? part : float_converted(format, wide_format, part);
      numbers.push_back(std::bit_cast<double>(bits.known().value()));
    }
    const double number = result(what, numbers).value();
    if (std::isnan(number)) return Number(format.no_number());
    const Number bits = std::bit_cast<Value>(number);
    return what.floats->bits == 64 ? bits : float_converted(wide_format, format, bits);
  });
}

/// Functions of which it is mostly only bounded how far they err.
void approximate(Step& step, const Compute& what) {
  if (!step.around().approximates || !are_known(step, what.type)) return leave_open(step);
  step.around().assumptions.insert("what " + written(step) +
                                   " gives is taken for the nearest number: PTX only bounds how "
                                   "far it errs");
  compute(step, what, nearest_result);
}

/// By the formula, where there is one that rounds so; else of what is known.
template <auto Apply>
void by_formula(Step& step, const Compute& what) {
  if (what.approximates) return approximate(step, what);
  if (what.rounding == Rounding::none) return Apply(step, what);
  if (!are_known(step, what.type)) return leave_open(step);
  compute(step, what, rounded_result);
}

template <Number (*Apply)(FloatFormat, const Number&, const Number&)>
void binary_float(Step& step, const Compute& what) {
  each_lane(step, what, [](FloatFormat format, const Parts& parts) {
    return Apply(format, parts[0], parts[1]);
  });
}

Number float_difference(FloatFormat format, const Number& a, const Number& b) {
  return float_sum(format, a, b ^ format.sign());
}

/// -0 is less than +0. What is no number gives way to the other, unless it is kept.
void extreme(Step& step, const Compute& what) {
  const bool greater = what.formula == Formula::maximum;
  each_lane(step, what, [&](FloatFormat format, const Parts& parts) {
    const Number& a = parts[0];
    const Number& b = parts[1];
    const auto key = [&](const Number& bits) {
      const Number negative = negation(less_unsigned(bits, format.sign()));
      return float_key(format, bits) - negative;
    };
    const Number first = greater ? less(key(b), key(a)) : less(key(a), key(b));
    const Number a_wrong = is_no_number(format, a);
    const Number b_wrong = is_no_number(format, b);
    const Number usual = choose(first, a, b);
    const Number result = choose(a_wrong, b, choose(b_wrong, a, usual));
    const Number wrong = what.keeps_none ? a_wrong | b_wrong : a_wrong & b_wrong;
    return choose(wrong, Number(format.no_number()), result);
  });
}

/// Of 64 bits no formula is exact.
void fused(Step& step, const Compute& what) {
  if (what.floats->bits == 64) {
    return are_known(step, what.type) ? compute(step, what, rounded_result) : leave_open(step);
  }
  each_lane(step, what, [](FloatFormat format, const Parts& parts) {
    return float_fused(format, parts[0], parts[1], parts[2]);
  });
}

/// Of what is known; formulas are too long.
void square_root(Step& step, const Compute& what) {
  are_known(step, what.type) ? compute(step, what, rounded_result) : leave_open(step);
}

void negate(Step& step, const Compute& what) {
  each_lane(step, what,
            [](FloatFormat format, const Parts& parts) { return parts[0] ^ format.sign(); });
}

void float_magnitude(Step& step, const Compute& what) {
  each_lane(step, what, [](FloatFormat format, const Parts& parts) {
    return parts[0] & format.unsigned_bits();
  });
}

void reciprocal(Step& step, const Compute& what) {
  each_lane(step, what, [](FloatFormat format, const Parts& parts) {
    return float_quotient(format, format.bias() << format.fraction, parts[0]);
  });
}

/// b with the sign of a.
void copy_sign(Step& step, const Compute& what) {
  each_lane(step, what, [](FloatFormat format, const Parts& parts) {
    return (parts[0] & Number(format.sign())) | (parts[1] & format.unsigned_bits());
  });
}

void test_property(Step& step, const Compute& what) {
  Calculation of(step);
  const FloatFormat format = what.floats->format;
  const Number bits = of.operand(1, what.type) & format.unsigned_bits();
  const Number exponent = shifted_right(bits, format.fraction);
  const std::array<Number, 6> truths = {
      less_unsigned(bits, format.infinity()),
      equal(bits, format.infinity()),
      negation(is_no_number(format, bits)),
      is_no_number(format, bits),
      negation(equal(exponent, 0)) & less_unsigned(bits, format.infinity()),
      equal(exponent, 0) & negation(equal(bits, 0))};
  of.set(step.destination(), truths.at(static_cast<std::size_t>(*what.property)));
}

/// The truth of the comparison of the two operands behind the destination.
Number float_comparison(Calculation& of, const Compute& what) {
  const FloatFormat format = what.floats->format;
  const Number a = of.operand(1, what.type);
  const Number b = of.operand(2, what.type);
  const Number unordered = is_no_number(format, a) | is_no_number(format, b);
  if (what.property) {
    return *what.property == Property::no_number ? unordered : negation(unordered);
  }
  const Number truth = compared(what.op, {'s', 64}, float_key(format, a), float_key(format, b));
  return what.unordered ? truth | unordered : truth & negation(unordered);
}

void compare_floats(Step& step, const Compute& what) {
  Calculation of(step);
  of.set(step.destination(), float_comparison(of, what));
}

void set_by_float_comparison(Step& step, const Compute& what) {
  Calculation of(step);
  of.set(step.destination(), truth_as(what.result, float_comparison(of, what)));
}

Number converted_integer(const Compute& what, Number bits) {
  const FloatFormat format = what.floats->format;
  if (what.rounding == Rounding::down || what.rounding == Rounding::up) {
    bits = float_rounded(format, bits, what.rounding);
  }
  return float_to_integer(format, bits, what.result, what.rounding == Rounding::nearest);
}

/// One number of the result.
Number converted(const Compute& what, Number bits) {
  const std::optional<Floats>& from = what.floats;
  const std::optional<Floats>& to = what.result_floats;
  if (!from) return float_from_integer(to->format, bits, what.type.kind == 's');
  if (what.flushes && from->bits == 32) bits = flushed(from->format, bits);
  if (!to) return converted_integer(what, bits);
  if (what.rounding != Rounding::none) bits = float_rounded(from->format, bits, what.rounding);
  Number result = float_converted(from->format, to->format, bits);
  if (what.saturates) result = saturated(to->format, result);
  return what.flushes && to->bits == 32 ? flushed(to->format, result) : result;
}

/// To a pair from two numbers, the upper one first.
void convert_floats(Step& step, const Compute& what) {
  const std::size_t count = step.operands().size() - 1;
  Calculation of(step);
  Number result = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    const Number one = converted(what, of.operand(i, what.type));
    result = result | shifted_left(one, static_cast<Value>((count - i) * 16));
  }
  of.set(step.destination(), result);
}

}  // namespace

std::span<const Evaluator> float_evaluators() {
  static constexpr std::array<Evaluator, 22> evaluators = {{
      {Formula::sum, by_formula<binary_float<float_sum>>},
      {Formula::difference, by_formula<binary_float<float_difference>>},
      {Formula::product, by_formula<binary_float<float_product>>},
      {Formula::quotient, by_formula<binary_float<float_quotient>>},
      {Formula::reciprocal, by_formula<reciprocal>},
      {Formula::root, by_formula<square_root>},
      {Formula::fused_product, by_formula<fused>},
      {Formula::sign_copy, copy_sign},
      {Formula::property, test_property},
      {Formula::minimum, extreme},
      {Formula::maximum, extreme},
      {Formula::negation, negate},
      {Formula::magnitude, float_magnitude},
      {Formula::comparison, compare_floats},
      {Formula::comparison_value, set_by_float_comparison},
      {Formula::conversion, convert_floats},
      {Formula::reciprocal_root, approximate},
      {Formula::exponential, approximate},
      {Formula::logarithm, approximate},
      {Formula::sine, approximate},
      {Formula::cosine, approximate},
      {Formula::hyperbolic_tangent, approximate},
  }};
  return evaluators;
}

}  // namespace opexplore::kernel
