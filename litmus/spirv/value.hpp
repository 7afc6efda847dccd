// What is known of a value while a kernel is read for one of its threads: most addresses follow
// from the number of the thread, and are computed here. What depends on memory is known only when
// the program runs, and is in registers of the program.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "litmus/spirv/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::spirv {

/// A type (SPIR-V specification, 3.42.6 "Type-Declaration Instructions").
struct Type {
  enum class Kind : std::uint8_t {
    nothing,  ///< OpTypeVoid
    boolean,
    integer,
    floating,
    vector,
    array,  ///< also one of a length that only the launch knows
    structure,
    pointer,
    function,
    other  ///< declared, and refused where it is used
  };
  Kind kind = Kind::other;
  std::uint32_t bits = 0;  ///< of a number; 1 of a boolean
  bool is_signed = false;
  Id element = 0;                      ///< of a vector or array; what a pointer points to
  std::optional<std::uint32_t> count;  ///< of a vector or array
  std::vector<Id> members;             ///< of a structure
  std::vector<std::uint32_t> offsets;  ///< of these, in bytes
  std::vector<bool> coherent;          ///< of these, whether they are declared Coherent or Volatile
  std::uint32_t stride = 0;            ///< bytes from element to element; of a pointer if decorated
  std::uint32_t storage_class = 0;     ///< of a pointer
  std::uint32_t size = 0;              ///< bytes; of an array without a length 0
  std::uint32_t alignment = 1;         ///< bytes
  std::uint32_t scalars = 1;           ///< how many numbers and truths a value has

  bool is_scalar() const { return is_integral() || kind == Kind::floating; }
  /// A truth or an integer. Registers and memory hold floating-point numbers as their bits.
  bool is_integral() const { return kind == Kind::boolean || kind == Kind::integer; }
  bool is_composite() const {
    return kind == Kind::vector || kind == Kind::array || kind == Kind::structure;
  }
};

/// The type of truths.
inline Type truth() {
  Type type;
  type.kind = Type::Kind::boolean;
  type.bits = 1;
  return type;
}

/// What is known of a value. Numbers are as registers of the program hold them: of 32 bits with a
/// sign, whatever the type says; of fewer bits without.
struct Known {
  enum class Kind : std::uint8_t { undefined, number, run_time, pointer, composite };
  Kind kind = Kind::undefined;
  RegisterId reg = 0;        ///< run_time: which register holds it
  std::uint32_t object = 0;  ///< pointer: index into the objects of the launch
  Value number = 0;          ///< number; pointer: the offset in bytes
  std::vector<Known> parts;  ///< composite

  bool operator==(const Known&) const = default;
  std::strong_ordering operator<=>(const Known& other) const;

  bool is_number() const { return kind == Kind::number; }
  bool is_run_time() const { return kind == Kind::run_time; }
  bool is_undefined() const { return kind == Kind::undefined; }
};

inline Known number(Value value) { return {Known::Kind::number, 0, 0, value, {}}; }
inline Known run_time(RegisterId reg) { return {Known::Kind::run_time, reg, 0, 0, {}}; }
inline Known pointer(std::uint32_t object, Value offset) {
  return {Known::Kind::pointer, 0, object, offset, {}};
}
inline Known composite(std::vector<Known> parts) {
  return {Known::Kind::composite, 0, 0, 0, std::move(parts)};
}

/// The result of an integer or logical operation on numbers of that type. Nothing for operations
/// that are not computed, and where SPIR-V leaves the result open: divisions by zero, and shifts by
/// the width or more.
std::optional<Value> fold(std::uint16_t opcode, const Type& type, Value left, Value right);

/// All bits of a number of the type.
inline Value mask_of(const Type& type) {
  return static_cast<Value>(~std::uint64_t{0} >> (64 - type.bits));
}

/// A literal number, of a floating-point one the bits.
Value literal(const Operand& operand, const Type& type);

/// The number as registers of the program hold it.
Value held(const Type& type, Value value);

}  // namespace opexplore::spirv
