// Floating-point numbers as the bits that registers and memory hold of them (IEEE 754; PTX
// ISA 9.7.3 "Floating-Point Instructions"). The formulas are exact: what is known only at run time
// is rounded by the program's integer arithmetic.
#pragma once

#include "code/compute.hpp"
#include "code/type.hpp"
#include "litmus/kernels/numbers.hpp"

namespace opexplore::kernel {

using code::FloatFormat;
using code::Rounding;

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

/// The integer next to the number, as a number of the format. Precondition: it says which one.
Number float_rounded(FloatFormat format, const Number& bits, Rounding rounding);

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
