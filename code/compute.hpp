// What instructions compute of their operands, whatever language they were written in. Formulas of
// numbers with a floating point are those whose Compute says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "code/type.hpp"
#include "opmodel/program.hpp"

namespace opexplore::code {

enum class Formula : std::uint8_t {
  // Of two numbers, or of a number and an address.
  operation,  ///< Compute::op, of which the result may be a truth
  saturated,  ///< the same, stopping at the least and the greatest number
  carried,    ///< a sum, a difference or a product and a sum, with a carry in, out, or both
  product,    ///< Compute::part of it; of three operands the third is added
  left_shift,
  right_shift,
  // Of one.
  negation,
  complement,
  is_zero,
  magnitude,
  ones,           ///< how many bits are 1
  leading_zeros,  ///< how many bits in front are 0
  reversal,       ///< of the bits
  first_bit,      ///< where the first bit is that is not the sign
  // Of some.
  remainder,
  difference_added,  ///< c + |a - b|
  extraction,        ///< bits of a from b on, c of them
  insertion,         ///< of a into b
  byte_permutation,
  funnel_shift,    ///< of two words side by side
  logic_of_three,  ///< bit by bit, by a table of eight
  extension,       ///< of the low bits, as many as b says
  bit_mask,
  nth_bit,
  short_product,  ///< of the low 24 bits
  dot_product,    ///< of bytes, or of halves and bytes
  // Comparing and choosing.
  comparison,        ///< perhaps combined with a truth; a second result is the other truth
  comparison_value,  ///< all ones, or 1.0, for true
  selection,         ///< by a truth
  selection_by_sign,
  minimum,
  maximum,
  // Moving and converting.
  move,
  packing,    ///< parts become one value
  unpacking,  ///< and the other way round
  address_conversion,
  conversion,
  space_test,  ///< whether an address is in Compute::space
  // Of floating-point numbers alone.
  sum,
  difference,
  quotient,
  reciprocal,
  root,
  fused_product,  ///< a product and a sum, rounded once
  sign_copy,
  property,     ///< Compute::property
  exponential,  ///< and the logarithm: to the base 2
  logarithm,
  reciprocal_root,
  sine,
  cosine,
  hyperbolic_tangent  ///< the last one
};

enum class Part : std::uint8_t { low, high, whole };

/// To which integer next to it a number is rounded, by a conversion; to which number of its format
/// next to it a result is, by arithmetic.
enum class Rounding : std::uint8_t { none, nearest, to_zero, down, up };

/// What may be asked of a number with a floating point.
enum class Property : std::uint8_t { finite, infinite, number, no_number, normal, subnormal };

/// What a compiler promises of operands: if it does not hold, the result is no value.
enum class Promise : std::uint8_t {
  no_signed_wrap = 1,
  no_unsigned_wrap = 2,
  exact = 4,     ///< nothing is left of a quotient, or of what is shifted out
  disjoint = 8,  ///< no bit is in both
  in_range = 16  ///< bits are shifted by less than there are
};

struct Compute {
  Formula formula = Formula::operation;
  Type type;                                  ///< of the operands
  Type result = type;                         ///< if it is another one: also of a second factor
  std::optional<Floats> floats = {};          ///< what the operands are
  std::optional<Floats> result_floats = {};   ///< what the result of a conversion is
  ArithmeticOp op = ArithmeticOp::move;       ///< an operation, a comparison
  std::optional<ArithmeticOp> combines = {};  ///< a comparison with a truth
  std::optional<Property> property = {};      ///< of a comparison: whether both are such
  std::optional<Space> space = {};
  Part part = Part::low;
  Rounding rounding = Rounding::none;
  std::uint32_t terms = 0;  ///< of a dot product
  bool left = false;        ///< shifts
  bool wraps = false;       ///< takes distances modulo the width
  bool from_top = false;    ///< counts places from the top
  bool saturates = false;
  bool flushes = false;        ///< takes what is smaller than all normal numbers for 0
  bool keeps_none = false;     ///< no number wins over a number
  bool unordered = false;      ///< a comparison holds where one is no number
  bool takes_carry = false;    ///< the last operand
  bool gives_carry = false;    ///< the second result
  bool multiplies = false;     ///< before it adds and carries
  bool approximates = false;   ///< it is only bounded how far the result errs
  bool in_all_ranges = false;  ///< and so for the greatest divisors of an approximate quotient
  std::uint8_t promises = 0;   ///< some of Promise, by bits

  bool promises_that(Promise one) const { return (promises & static_cast<std::uint8_t>(one)) != 0; }
};

}  // namespace opexplore::code
