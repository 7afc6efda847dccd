#include "litmus/kernels/whole/matrix_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "code/type.hpp"
#include "litmus/kernels/floats.hpp"

namespace opexplore::kernel {

namespace {

using code::FloatFormat;
using code::MatrixElement;

FloatFormat format_of(MatrixElement element) {
  switch (element) {
    case MatrixElement::f16:
      return {10, 5};
    case MatrixElement::bf16:
      return {7, 8};
    case MatrixElement::e4m3:
      return {3, 4};
    case MatrixElement::e5m2:
      return {2, 5};
    default:
      return {23, 8};
  }
}

/// e4m3 has no infinities: their exponent is one of numbers, but for the last fraction.
double small_float(MatrixElement element, std::uint32_t bits) {
  const FloatFormat format = format_of(element);
  const auto fraction_bits = static_cast<int>(format.fraction);
  const auto fraction = static_cast<double>(bits & ((1U << fraction_bits) - 1));
  const auto exponent = static_cast<Value>(bits >> fraction_bits) & format.greatest_exponent();
  const double sign = (static_cast<Value>(bits) & format.sign()) != 0 ? -1 : 1;
  const bool highest = exponent == format.greatest_exponent();
  const double last = (1U << fraction_bits) - 1;
  if (highest && (element != MatrixElement::e4m3 || fraction == last)) {
    const bool infinite = element != MatrixElement::e4m3 && fraction == 0;
    return infinite ? sign * std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::quiet_NaN();
  }
  const int scale = static_cast<int>(std::max<Value>(exponent, 1) - format.bias()) - fraction_bits;
  const double whole = exponent == 0 ? 0 : std::ldexp(1.0, fraction_bits);
  return sign * std::ldexp(whole + fraction, scale);
}

/// The exponent of the last digit that is 1.
int last_digit(double number) {
  if (number == 0 || !std::isfinite(number)) return 0;
  int exponent = 0;
  constexpr int digits = std::numeric_limits<double>::digits;
  const double fraction = std::frexp(std::abs(number), &exponent);
  const auto whole = static_cast<std::uint64_t>(std::ldexp(fraction, digits));
  return exponent - digits + std::countr_zero(whole);
}

/// Digits of the fraction, the first one included, and the exponent of the last one of the least
/// number.
struct Digits {
  int count = 24;
  int least = -149;
};

Digits digits_of(MatrixElement element) {
  return element == MatrixElement::f16 ? Digits{11, -24} : Digits{24, -149};
}

double value_of(MatrixElement element, std::uint32_t bits) {
  constexpr std::uint32_t unused_of_tf32 = 0x1FFF;
  switch (element) {
    case MatrixElement::s8:
      return static_cast<std::int8_t>(bits & 0xFFU);
    case MatrixElement::u8:
      return bits & 0xFFU;
    case MatrixElement::s32:
      return static_cast<std::int32_t>(bits);
    case MatrixElement::f32:
      return std::bit_cast<float>(bits);
    case MatrixElement::tf32:
      return std::bit_cast<float>(bits & ~unused_of_tf32);
    default:
      return small_float(element, bits);
  }
}

}  // namespace

MatrixNumber number_of(MatrixElement element, std::uint32_t bits) {
  const double value = value_of(element, bits);
  return {value, last_digit(value)};
}

std::uint32_t MatrixSum::bits(bool saturates) const {
  if (element_ == MatrixElement::s32) {
    using Limits = std::numeric_limits<std::int32_t>;
    const double clamped =
        saturates ? std::clamp(sum_, double{Limits::min()}, double{Limits::max()}) : sum_;
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(clamped));
  }
  constexpr std::uint32_t no_number = 0x7FFF'FFFF;
  const auto single = static_cast<float>(sum_);
  const std::uint32_t bits = std::isnan(single) ? no_number : std::bit_cast<std::uint32_t>(single);
  if (element_ == MatrixElement::f32) return bits;
  const Number half = float_converted({52, 11}, {10, 5}, Number(std::bit_cast<Value>(sum_)));
  return static_cast<std::uint32_t>(*half.known());
}

bool MatrixSum::is_determined() const {
  if (element_ == MatrixElement::s32 || magnitude_ == 0 || !std::isfinite(magnitude_)) return true;
  const Digits digits = digits_of(element_);
  return finest_ >= digits.least && magnitude_ < std::ldexp(1.0, finest_ + digits.count);
}

void Matrix::negate() {
  for (MatrixNumber& number : numbers_) number.value *= -1;
}

SummedRegister summed(const code::MatrixProduct& what, const Matrix& left, const Matrix& right,
                      std::uint32_t thread, std::uint32_t reg, std::optional<std::uint32_t> held) {
  const std::uint32_t bits = code::bits_of(what.sums);
  const std::uint32_t per_register = 32 / bits;
  SummedRegister result;
  for (std::uint32_t i = 0; i < per_register; ++i) {
    const Fragment at = sum_fragment(thread, reg, i, per_register);
    MatrixSum sum(what.sums);
    if (held) sum.add(number_of(what.sums, *held >> (i * bits)));
    const MatrixNumber* const row = left.line(at.line);
    const MatrixNumber* const column = right.line(at.place);
    for (std::uint32_t k = 0; k < what.depth; ++k) sum.add(row[k] * column[k]);
    result.is_determined = result.is_determined && sum.is_determined();
    result.bits |= sum.bits(what.saturates) << (i * bits);
  }
  return result;
}

}  // namespace opexplore::kernel
