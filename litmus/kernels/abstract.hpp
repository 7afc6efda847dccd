// What is known of a register while a kernel is read: a kernel computes most of its addresses from
// its parameters and the number of its thread, and those computations are done here.
#pragma once

#include <cstdint>
#include <optional>

#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// What a register holds. A constant is kept as wide_value() gives it.
struct Abstract {
  enum class Kind : std::uint8_t {
    run_time,  ///< known only when the program runs
    constant,
    address,   ///< of a byte of an object
    time,      ///< what a clock says, or something computed from that: it may be anything
    undefined  ///< PTX does not say what it is; it may be overwritten, and not used
  };
  /// Why a value is undefined.
  enum class Lack : std::uint8_t {
    lane,           ///< it comes from a lane that is not there
    elsewhere,      ///< it comes from a lane that is there, and takes no part in the exchange
    never_written,  ///< nobody has written what it was computed from
    perhaps,        ///< likewise, but it may be that what was computed does not depend on it
    broken_promise  ///< an operation did what its compiler was promised it never does
  };
  Kind kind = Kind::run_time;
  std::uint16_t object = 0;  ///< of an address; of a run-time value that is `inside`
  Value number = 0;          ///< the constant, or the offset in bytes; of undefined ones, the Lack
  bool inside = false;       ///< run time: it was computed from the object's address

  bool operator==(const Abstract&) const = default;
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const Abstract&) const = default;  // NOLINT(modernize-use-nullptr)

  bool is_constant() const { return kind == Kind::constant; }
  bool is_address() const { return kind == Kind::address; }
};

inline Abstract constant(Value value) { return {Abstract::Kind::constant, 0, value}; }
inline Abstract address(std::uint16_t object, Value offset) {
  return {Abstract::Kind::address, object, offset};
}
/// A run-time value that was computed from an address of the object.
inline Abstract inside(std::uint16_t object) { return {Abstract::Kind::run_time, object, 0, true}; }
inline Abstract undefined(Abstract::Lack why = Abstract::Lack::lane) {
  return {Abstract::Kind::undefined, 0, static_cast<Value>(why)};
}

/// \name Sums and products of numbers, which wrap around.
/// @{
inline Value sum(Value a, Value b) { return evaluate(ArithmeticOp::add, a, b); }
inline Value difference(Value a, Value b) { return evaluate(ArithmeticOp::sub, a, b); }
inline Value product(Value a, Value b) { return evaluate(ArithmeticOp::mul, a, b); }
/// @}

/// Addresses below that are null, or of a member of a structure there.
inline constexpr Value first_page = 4096;
inline bool is_null(Value address) { return address >= 0 && address < first_page; }

/// The value as registers of the program hold it: 64 bits; 32 bits as a signed number, whatever
/// the type says, so that a value compares equal to itself through .s32 and .u32; fewer bits as an
/// unsigned number; a predicate as 0 or 1.
Value wide_value(std::uint32_t bits, Value value);

/// The number that a value means in an operand of that type: signed or unsigned.
Value typed_value(Type type, Value value);

/// The result of an operation of that type on constants, as wide_value() gives it. Nothing for
/// operations that are not computed here.
std::optional<Value> fold(ArithmeticOp op, Type type, Value left, Value right);

/// The type of the program's arithmetic: .s32 or .s64, or unsigned ones where that makes a
/// difference to the result.
NumberType number_type(Type type, bool sign_matters = false);

}  // namespace opexplore::kernel
