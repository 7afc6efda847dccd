// Floating-point numbers as the bits that registers and memory hold of them (IEEE 754; PTX
// ISA 9.7.3 "Floating-Point Instructions"). The formulas are exact: what is known only at run time
// is rounded by the program's integer arithmetic.
#pragma once

#include <string_view>

#include "litmus/kernels/numbers.hpp"

namespace opexplore::kernel {

/// A format by its widths in bits: sign, exponent, fraction.
struct FloatFormat {
  Value fraction = 23;
  Value exponent = 8;

  Value bias() const { return (Value{1} << (exponent - 1)) - 1; }
  Value greatest_exponent() const { return (Value{1} << exponent) - 1; }
  Value sign() const { return static_cast<Value>(std::uint64_t{1} << (fraction + exponent)); }
  /// All bits but that of the sign.
  Value unsigned_bits() const {
    return static_cast<Value>((std::uint64_t{1} << (fraction + exponent)) - 1);
  }
  Value infinity() const { return greatest_exponent() << fraction; }
  /// What arithmetic gives for no number.
  Value no_number() const { return fraction == 23 ? 0x7FFFFFFF : infinity() | (infinity() >> 1); }
};

/// That of f16, f32 or f64. Precondition: the type is one of these.
FloatFormat format_of(Type type);

/// \name Arithmetic on bits, rounded to nearest, ties to even.
/// @{
Number float_sum(FloatFormat format, const Number& a, const Number& b);
Number float_product(FloatFormat format, const Number& a, const Number& b);
Number float_quotient(FloatFormat format, const Number& a, const Number& b);
/// a * b + c, rounded once. Precondition: the format has at most 32 bits.
Number float_fused(FloatFormat format, const Number& a, const Number& b, const Number& c);
Number float_from_integer(FloatFormat format, const Number& number, bool is_signed);
Number float_converted(FloatFormat from, FloatFormat to, const Number& number);
/// @}

/// The integer next to the number, as a number of the format: "rni" the nearest, "rzi" the one
/// towards zero, "rmi" and "rpi" the one below and above.
Number float_rounded(FloatFormat format, const Number& bits, std::string_view rounding);

/// The integer of that type, cut off or rounded to nearest; the nearest limit for numbers outside
/// of it, 0 for no number.
Number float_to_integer(FloatFormat format, const Number& number, Type type, bool rounds);

/// \name Order.
/// @{
Number is_no_number(FloatFormat format, const Number& number);
/// Numbers in the same order; both zeros are 0.
Number float_key(FloatFormat format, const Number& number);
/// @}

}  // namespace opexplore::kernel
