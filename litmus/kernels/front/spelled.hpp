// An instruction of PTX as it is written, while it is read. Complaints become refusals: what no
// thread executes is not complained about.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/front/operands.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

struct Spelled {
  const Source& source;
  const Entry& entry;
  const Statement& statement;
  std::span<const code::Operand> operands;

  const Mnemonic& mnemonic() const { return statement.mnemonic; }
  bool is(std::string_view name) const { return mnemonic().name.is(name); }
  bool has(std::string_view modifier) const { return mnemonic().has(modifier); }
  /// The instruction with its modifiers, in quotes.
  std::string written() const;

  /// \name Complaints about the instruction, a modifier or an operand.
  /// @{
  [[noreturn]] void fail(const std::string& message, const std::string& suggestion = "") const;
  [[noreturn]] void fail_at(const code::Operand& operand, const std::string& message,
                            const std::string& suggestion = "") const;
  [[noreturn]] void fail_at(const detail::Modifier& modifier, const std::string& message,
                            const std::string& suggestion = "") const;
  void require_operands(std::size_t count) const;
  /// Refuses modifiers that are neither a type nor one of `known`.
  void require_modifiers(std::initializer_list<std::string_view> known) const;
  /// Refuses floating-point types and those of more than 64 bits.
  void require_integer(Type type) const;
  /// Refuses what is no register.
  const code::Operand& destination(std::size_t index = 0) const;
  /// @}

  /// All types among the modifiers; the only one; the only one, of integers.
  /// @{
  std::vector<Type> types() const;
  Type type() const;
  Type integer_type(std::initializer_list<std::string_view> known = {}) const;
  /// @}
};

}  // namespace opexplore::kernel
