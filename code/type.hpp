// What values are, and where they lie, in the language of kernels.
#pragma once

#include <cstdint>

#include "opmodel/program.hpp"

namespace opexplore::code {

/// 's', 'u', 'b' (with a sign, without one, just bits), 'f', or 'p' for a truth.
struct Type {
  char kind = 'b';
  std::uint32_t bits = 32;
  bool operator==(const Type&) const = default;
};

/// The unsigned type of as many bits.
constexpr Type bits_of(Type type) { return {'u', type.bits}; }

/// Numbers with a floating point, by the widths of their parts in bits: sign, exponent, fraction.
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
  bool operator==(const FloatFormat&) const = default;
};

/// The numbers with a floating point that a value holds: one, or two side by side.
struct Floats {
  FloatFormat format;
  std::uint32_t bits = 32;
  std::uint32_t count = 1;
  bool operator==(const Floats&) const = default;
};

enum class Space : std::uint8_t {
  global,
  shared,
  constant,
  local,
  parameter,
  reg,  ///< parameters of functions alone
  code  ///< where functions lie: nothing can be read there
};

/// Whether memory there is no memory of the program: one thread alone sees it, or none does.
constexpr bool is_own(Space space) { return space >= Space::local; }

}  // namespace opexplore::code
