// Types of LLVM IR, and how values of them lie in memory (LLVM LangRef, "Type System", "Data
// Layout").
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "code/type.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel::llvm {

struct IrType {
  enum class Kind : std::uint8_t {
    nothing,  ///< void
    integer,
    floating,
    pointer,  ///< what it points to does not matter: accesses say it again
    array,
    structure,
    vector,
    named,  ///< of the module, by `text`
    other   ///< label, metadata, token, functions
  };
  Kind kind = Kind::nothing;
  std::uint32_t bits = 0;     ///< of numbers
  std::uint32_t space = 0;    ///< of a pointer: the number of its address space
  std::uint64_t count = 0;    ///< of an array or a vector
  std::vector<IrType> parts;  ///< its element; members; of a function its result
  bool packed = false;
  std::string_view text;  ///< as written

  bool is_scalar() const {
    return kind == Kind::integer || kind == Kind::floating || kind == Kind::pointer;
  }
};

/// An integer type of that many bits.
IrType integer_type(std::uint32_t bits);

/// What a type that is written says. Throws InputError where it is none.
IrType read_type(detail::Tokens& tokens);

/// Whether a type begins with the token.
bool begins_type(const Token& token);

/// Sizes, as the module has them.
class Layout {
 public:
  class Step;

  /// Reads `target datalayout`.
  void read(std::string_view text);
  void name(std::string_view name, IrType type) { named_.insert_or_assign(name, std::move(type)); }

  /// The type behind the name. Throws InputError where there is none.
  const IrType& resolved(const IrType& type, const detail::Tokens& tokens) const;

  /// Bytes from one element of an array to the next. Throws InputError for types without a size.
  std::uint64_t size_of(const IrType& type, const detail::Tokens& tokens) const;
  /// Where the member of a structure, or the element of an array, begins.
  std::uint64_t offset_of(const IrType& type, std::uint64_t index,
                          const detail::Tokens& tokens) const;
  /// The type of that part.
  const IrType& part_of(const IrType& type, std::uint64_t index,
                        const detail::Tokens& tokens) const;
  /// The values that a value is made of, in order, with their offsets.
  struct Scalar {
    IrType type;
    std::uint64_t offset = 0;
  };
  std::vector<Scalar> scalars_of(const IrType& type, const detail::Tokens& tokens) const;
  std::uint32_t pointer_bits(std::uint32_t space) const;

 private:
  std::uint64_t align_of(const IrType& type, const detail::Tokens& tokens) const;
  void add_scalars(const IrType& type, std::uint64_t offset, std::vector<Scalar>& found,
                   const detail::Tokens& tokens) const;

  std::map<std::string_view, IrType> named_;
  /// How deep the walk through a type is, and how long.
  struct Walk {
    std::size_t depth = 0;
    std::size_t steps = 0;
  };
  mutable Walk walk_;
  std::map<std::uint32_t, std::uint32_t> pointers_;  ///< bits, by address space
};

/// The type of a register that holds it. Throws InputError for those that are not modelled.
Type register_type(const IrType& scalar, const detail::Tokens& tokens);

/// The same in memory: a truth is a byte there.
Type memory_type(const IrType& scalar, const Layout& layout, const detail::Tokens& tokens);

/// Numbers with a floating point of that width.
code::Floats floats_of(const IrType& scalar);

/// The space of the pointer, if it says one (NVPTX and AMDGPU number them alike: 1 global, 3
/// shared, 5 local). Constant memory (4) is global memory that nobody writes, or a variable's.
std::optional<Space> space_of(std::uint32_t number);

}  // namespace opexplore::kernel::llvm
