#include "litmus/kernels/floats.hpp"

#include <limits>

namespace opexplore::kernel {

namespace {

/// Where the leading bit of a magnitude is: sums of two have 64 bits at most.
constexpr Value top = 61;
/// Below all exponents.
constexpr Value least_scale = -10'000;

/// magnitude * 2^scale, the magnitude without sign.
struct Scaled {
  Number negative;
  Number magnitude;
  Number scale;
};

Number either(const Number& a, const Number& b) { return a | b; }
Number not_zero(const Number& number) { return negation(equal(number, 0)); }
Number at_least(const Number& number, Value limit) {
  return choose(less(number, limit), Number(limit), number);
}

Number magnitude_bits(FloatFormat format, const Number& bits) {
  return bits & format.unsigned_bits();
}
Number sign_of(FloatFormat format, const Number& bits) {
  return shifted_right(bits, format.fraction + format.exponent) & 1;
}
Number exponent_of(FloatFormat format, const Number& bits) {
  return shifted_right(bits, format.fraction) & format.greatest_exponent();
}
Number significand_of(FloatFormat format, const Number& bits) {
  const Number fraction = bits & ((Value{1} << format.fraction) - 1);
  return fraction + shifted_left(not_zero(exponent_of(format, bits)), format.fraction);
}

Scaled scaled(FloatFormat format, const Number& bits) {
  return {sign_of(format, bits), shifted_left(significand_of(format, bits), top - format.fraction),
          at_least(exponent_of(format, bits), 1) - (format.bias() + top)};
}

/// With the leading bit on top.
Scaled normalised(const Scaled& number) {
  const Number places = leading_zeros(number.magnitude) - (63 - top);
  return {number.negative, shifted_left(number.magnitude, places), number.scale - places};
}

/// The magnitude by so many places to the right; the last bit says whether others were lost.
Number shifted_sticky(const Number& magnitude, const Number& places) {
  const Number rest = shifted_right(magnitude, places);
  return rest | negation(equal(shifted_left(rest, places), magnitude));
}

Scaled sum_of(const Scaled& a, const Scaled& b) {
  const Number a_scale = choose(equal(a.magnitude, 0), Number(least_scale), a.scale);
  const Number b_scale = choose(equal(b.magnitude, 0), Number(least_scale), b.scale);
  const Number smaller = either(less(a_scale, b_scale),
                                equal(a_scale, b_scale) & less_unsigned(a.magnitude, b.magnitude));
  const Number great = choose(smaller, b.magnitude, a.magnitude);
  const Number small = choose(smaller, a.magnitude, b.magnitude);
  const Number gap = choose(smaller, b_scale - a_scale, a_scale - b_scale);
  const Number aligned = shifted_sticky(small, gap);
  const Number differ = a.negative ^ b.negative;
  const Number magnitude = great + choose(differ, 0 - aligned, aligned);
  // A difference of equals is +0.
  const Number negative =
      choose(smaller, b.negative, a.negative) & negation(differ & equal(magnitude, 0));
  return {negative, magnitude, choose(smaller, b_scale, a_scale)};
}

Scaled product_of(FloatFormat format, const Number& a, const Number& b) {
  const Scaled left = normalised(scaled(format, a));
  const Scaled right = normalised(scaled(format, b));
  // 62 bits times 62 bits: the upper 64 of 128, and whether there are others.
  const Number upper = upper_product(left.magnitude, right.magnitude, false);
  const Number lost = not_zero(left.magnitude * right.magnitude);
  return {left.negative ^ right.negative, upper | lost, left.scale + right.scale + 64};
}

/// The bits of the nearest number.
Number packed(FloatFormat format, const Scaled& number) {
  const Number zeros = leading_zeros(number.magnitude);
  const Number whole = shifted_left(number.magnitude, zeros);
  const Number exponent = number.scale + (63 + format.bias()) - zeros;
  const Number places = choose(less(exponent, 1), 1 - exponent, Number(0)) + (63 - format.fraction);
  const Number kept = shifted_right(whole, places);
  const Number rest = whole - shifted_left(kept, places);
  const Number half = shifted_left(1, places - 1);
  const Number up =
      either(less_unsigned(half, rest), equal(half, rest) & kept & 1) & less(places, 65);
  const Number finite = shifted_left(at_least(exponent, 1) - 1, format.fraction) + kept + up;
  const Number small = less(exponent, format.greatest_exponent());
  const Number rounded = choose(small, finite, Number(format.infinity()));
  return choose(equal(number.magnitude, 0), Number(0), rounded) + number.negative * format.sign();
}

Number is_infinite(FloatFormat format, const Number& bits) {
  return equal(magnitude_bits(format, bits), format.infinity());
}

Number infinite(FloatFormat format, const Number& negative) {
  return format.infinity() + negative * format.sign();
}

}  // namespace

FloatFormat format_of(Type type) {
  if (type.bits == 16) return {10, 5};
  return type.bits == 32 ? FloatFormat{23, 8} : FloatFormat{52, 11};
}

Number is_no_number(FloatFormat format, const Number& number) {
  return less_unsigned(format.infinity(), magnitude_bits(format, number));
}

Number float_key(FloatFormat format, const Number& number) {
  const Number magnitude = magnitude_bits(format, number);
  return choose(sign_of(format, number), 0 - magnitude, magnitude);
}

namespace {

/// The sum of two, where infinities are known.
Number sum_or_infinity(FloatFormat format, const Scaled& a, const Number& a_infinite,
                       const Scaled& b, const Number& b_infinite, const Number& wrong) {
  const Number finite = packed(format, sum_of(a, b));
  const Number with_b = choose(b_infinite, infinite(format, b.negative), finite);
  const Number result = choose(a_infinite, infinite(format, a.negative), with_b);
  const Number opposed = a_infinite & b_infinite & (a.negative ^ b.negative);
  return choose(either(wrong, opposed), Number(format.no_number()), result);
}

}  // namespace

Number float_sum(FloatFormat format, const Number& a, const Number& b) {
  return sum_or_infinity(format, scaled(format, a), is_infinite(format, a), scaled(format, b),
                         is_infinite(format, b),
                         either(is_no_number(format, a), is_no_number(format, b)));
}

Number float_product(FloatFormat format, const Number& a, const Number& b) {
  const Number endless = either(is_infinite(format, a), is_infinite(format, b));
  const Number nothing =
      either(equal(magnitude_bits(format, a), 0), equal(magnitude_bits(format, b), 0));
  const Number wrong = either(is_no_number(format, a), is_no_number(format, b));
  const Scaled product = product_of(format, a, b);
  const Number result =
      choose(endless, infinite(format, product.negative), packed(format, product));
  return choose(either(wrong, endless & nothing), Number(format.no_number()), result);
}

Number float_quotient(FloatFormat format, const Number& a, const Number& b) {
  const Scaled left = normalised(scaled(format, a));
  const Scaled right = normalised(scaled(format, b));
  const Value unused = top - format.fraction;  // zeros behind the significand
  const Number divisor = shifted_right(right.magnitude, unused);
  Number whole = quotient(left.magnitude, divisor, false);
  Number rest = left.magnitude - whole * divisor;
  // A quotient by a divisor of 24 bits has enough bits at once, one of 53 needs more digits.
  constexpr Value digit_bits = 10;
  const Value digits = format.fraction > 23 ? 5 : 0;
  for (Value i = 0; i < digits; ++i) {
    rest = shifted_left(rest, digit_bits);
    const Number digit = quotient(rest, divisor, false);
    whole = shifted_left(whole, digit_bits) + digit;
    rest = rest - digit * divisor;
  }
  const Number scale = left.scale - right.scale - unused - digits * digit_bits;
  const Number negative = left.negative ^ sign_of(format, b);
  const Number by_zero = equal(divisor, 0);
  const Number a_infinite = is_infinite(format, a);
  const Number b_infinite = is_infinite(format, b);
  const Number a_zero = equal(magnitude_bits(format, a), 0);
  const Number finite = packed(format, {negative, whole | not_zero(rest), scale});
  const Number zero = negative * format.sign();
  const Number large = choose(either(a_infinite, by_zero), infinite(format, negative), finite);
  const Number result = choose(b_infinite & negation(a_infinite), zero, large);
  const Number wrong = either(either(is_no_number(format, a), is_no_number(format, b)),
                              either(a_infinite & b_infinite, a_zero & by_zero));
  return choose(wrong, Number(format.no_number()), result);
}

Number float_fused(FloatFormat format, const Number& a, const Number& b, const Number& c) {
  const Number endless = either(is_infinite(format, a), is_infinite(format, b));
  const Number nothing =
      either(equal(magnitude_bits(format, a), 0), equal(magnitude_bits(format, b), 0));
  const Number wrong = either(either(is_no_number(format, a), is_no_number(format, b)),
                              either(is_no_number(format, c), endless & nothing));
  // Products of significands of 24 bits have 48: none is lost.
  const Scaled left = scaled(format, a);
  const Scaled right = scaled(format, b);
  const Scaled product = normalised({left.negative ^ right.negative,
                                     significand_of(format, a) * significand_of(format, b),
                                     left.scale + right.scale + 2 * (top - format.fraction)});
  return sum_or_infinity(format, product, endless, normalised(scaled(format, c)),
                         is_infinite(format, c), wrong);
}

Number float_from_integer(FloatFormat format, const Number& number, bool is_signed) {
  const Number negative = is_signed ? less(number, 0) : Number(0);
  return packed(format, {negative, choose(negative, 0 - number, number), 0});
}

Number float_converted(FloatFormat from, FloatFormat to, const Number& number) {
  const Scaled value = scaled(from, number);
  const Number result =
      choose(is_infinite(from, number), infinite(to, value.negative), packed(to, value));
  return choose(is_no_number(from, number), Number(to.no_number()), result);
}

Number float_rounded(FloatFormat format, const Number& bits, Rounding rounding) {
  const Number sign = bits & Number(format.sign());
  const Number magnitude = magnitude_bits(format, bits);
  const Number negative = not_zero(sign);
  const Number exponent = exponent_of(format, bits) - format.bias();
  const Value one = format.bias() << format.fraction;
  const auto away = [&](const Number& rest, const Number& half, const Number& odd) -> Number {
    if (rounding == Rounding::to_zero) return 0;
    if (rounding == Rounding::down) return negative & not_zero(rest);
    if (rounding == Rounding::up) return negation(negative) & not_zero(rest);
    return less_unsigned(half, rest) | (equal(half, rest) & odd);
  };
  // Below 1 the bits of a half say how far it is to either side.
  const Value half = (format.bias() - 1) << format.fraction;
  const Number small = away(magnitude, half, 0) * one;
  const Number places = choose(less(exponent, 0), Number(1), format.fraction - exponent);
  const Number unit = shifted_left(1, places);
  const Number rest = magnitude & (unit - 1);
  // The bit in front of the fraction is as odd as the exponent of 1.
  const Number odd = shifted_right(magnitude, places) & 1;
  const Number large = magnitude - rest + away(rest, shifted_right(unit, 1), odd) * unit;
  const Number rounded = choose(less(exponent, 0), small, large);
  const Number whole = negation(less(exponent, format.fraction));
  return sign | choose(whole, magnitude, rounded);
}

Number float_to_integer(FloatFormat format, const Number& number, Type type, bool rounds) {
  const Number significand = significand_of(format, number);
  const Number places =
      at_least(exponent_of(format, number), 1) - (format.bias() + format.fraction);
  const Number right = choose(less(places, 0), 0 - places, Number(0));
  const Number left = choose(less(places, 0), Number(0), places);
  Number magnitude = shifted_right(significand, right);
  if (rounds) {
    const Number rest = significand - shifted_left(magnitude, right);
    const Number half = shifted_right(shifted_left(1, right), 1);
    const Number up = either(less_unsigned(half, rest), equal(half, rest) & magnitude & 1);
    magnitude = magnitude + (up & less(right, 64) & not_zero(right));
  }
  const Number whole = shifted_left(magnitude, left);
  const Value bits = type.bits;
  const bool is_signed = type.kind == 's';
  // The exponent alone says that it is too large; the rest fits into 64 bits.
  const Number huge = negation(less(places, 64 - format.fraction - (is_signed ? 1 : 0)));
  const Value greatest =
      is_signed ? (bits == 64 ? std::numeric_limits<Value>::max() : (Value{1} << (bits - 1)) - 1)
                : (bits == 64 ? -1 : (Value{1} << bits) - 1);
  const Number negative = sign_of(format, number);
  const Number limit = is_signed ? greatest + negative : Number(greatest);
  const Number beyond = either(huge, less_unsigned(limit, whole));
  const Number clipped = choose(beyond, limit, whole);
  const Number result = choose(negative, is_signed ? 0 - clipped : Number(0), clipped);
  return choose(is_no_number(format, number), Number(0), result);
}

}  // namespace opexplore::kernel
