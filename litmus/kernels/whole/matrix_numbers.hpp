// Elements of matrices as numbers, which of them the threads hold, and sums of their products (PTX
// ISA 5.2.3 "Alternate Floating-Point Data Formats", 9.7.16 "Warp Level Matrix
// Instructions", 9.7.17 "Asynchronous Warpgroup Level Matrix Instructions").
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "code/matrix.hpp"

namespace opexplore::kernel {

/// A number, and the exponent of its last digit that is 1, if it has one.
struct MatrixNumber {
  double value = 0;
  int last = 0;
};

inline MatrixNumber operator*(const MatrixNumber& a, const MatrixNumber& b) {
  return {a.value * b.value, a.last + b.last};
}

/// Whether the element has all of the bits: tf32 lacks the last ones of 32.
constexpr bool is_whole(code::MatrixElement element, std::uint32_t bits) {
  constexpr std::uint32_t unused = 0x1FFF;
  return element != code::MatrixElement::tf32 || (bits & unused) == 0;
}

/// The number that the low bits stand for, without those that the element does not have.
MatrixNumber number_of(code::MatrixElement element, std::uint32_t bits);

/// A sum of which PTX says neither in which order it is added up, nor how it is rounded.
class MatrixSum {
 public:
  explicit MatrixSum(code::MatrixElement element) : element_(element) {}

  void add(const MatrixNumber& number) {
    if (number.value == 0) return;
    sum_ += number.value;
    magnitude_ += std::abs(number.value);
    finest_ = std::min(finest_, number.last);
  }

  /// The bits of the sum, rounded once, to nearest; integers wrap around, or stop at the least and
  /// the greatest if it saturates.
  std::uint32_t bits(bool saturates) const;
  /// Whether each order and each rounding gives these: no part of the sum needs more digits than
  /// the format has.
  bool is_determined() const;

 private:
  code::MatrixElement element_;
  double sum_ = 0;
  double magnitude_ = 0;                          // of all that was added, without signs
  int finest_ = std::numeric_limits<int>::max();  // of all the last digits
};

/// Numbers by line, a row of the left matrix or a column of the right one, and depth.
class Matrix {
 public:
  Matrix(std::uint32_t lines, std::uint32_t depth)
      : depth_(depth), numbers_(std::size_t{lines} * depth) {}
  MatrixNumber& at(std::uint32_t line, std::uint32_t depth) {
    return numbers_[std::size_t{line} * depth_ + depth];
  }
  const MatrixNumber* line(std::uint32_t line) const {
    return &numbers_[std::size_t{line} * depth_];
  }
  void negate();

 private:
  std::uint32_t depth_;
  std::vector<MatrixNumber> numbers_;
};

/// A line of a matrix, a row of the left matrix or of the sums or a column of the right one, and a
/// place in it.
struct Fragment {
  std::uint32_t line = 0;
  std::uint32_t place = 0;
};

/// \name Which element a thread holds, by its number in the warp or the warpgroup, of which each
/// warp has 16 rows; by the number of the register, and the number in it, where each has so many.
/// @{
constexpr Fragment left_fragment(std::uint32_t thread, std::uint32_t reg, std::uint32_t number,
                                 std::uint32_t per_register) {
  const std::uint32_t lane = thread % 32;
  return {thread / 32 * 16 + lane / 4 + 8 * (reg % 2),
          (reg / 2 * 4 + lane % 4) * per_register + number};
}
constexpr Fragment right_fragment(std::uint32_t lane, std::uint32_t reg, std::uint32_t number,
                                  std::uint32_t per_register) {
  return {lane / 4, (reg * 4 + lane % 4) * per_register + number};
}
constexpr Fragment sum_fragment(std::uint32_t thread, std::uint32_t reg, std::uint32_t number,
                                std::uint32_t per_register) {
  const std::uint32_t lane = thread % 32, element = reg * per_register + number;
  return {thread / 32 * 16 + lane / 4 + 8 * (element / 2 % 2),
          8 * (element / 4) + 2 * (lane % 4) + element % 2};
}
/// @}

/// What a register of sums holds, and whether PTX says so.
struct SummedRegister {
  std::uint32_t bits = 0;
  bool is_determined = true;
};

/// Adds products to what the thread's register of sums holds; nothing: to zeros.
SummedRegister summed(const code::MatrixProduct& what, const Matrix& left, const Matrix& right,
                      std::uint32_t thread, std::uint32_t reg, std::optional<std::uint32_t> held);

}  // namespace opexplore::kernel
