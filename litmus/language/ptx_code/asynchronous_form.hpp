// How asynchronous instructions are spelled: patterns of modifiers, which can come in any order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/ptx_code/instruction_reader.hpp"

namespace opexplore::detail {

/// A spelling, and what reads the operands behind it.
struct AsynchronousForm {
  /// Words with points between them, the name first. `a|b` is one of several, `a?` may be left out,
  /// and OP, SCOPE, TYPE, CTA, SHARED stand for the words of that kind. State spaces come in this
  /// order, the other words in any.
  std::string_view pattern;
  Action (*read)(InstructionContext& context);
};

/// The form that the mnemonic is spelled in. Refuses one that has none: by what is wrong with the
/// form that it is nearest to.
const AsynchronousForm& find_form(const InstructionContext& context,
                                  std::span<const AsynchronousForm> known);

/// \name What the modifiers of an instruction say, in a form that has them.
/// @{
std::optional<Order> order_in(const Mnemonic& mnemonic);
std::optional<Scope> scope_in(const Mnemonic& mnemonic);
AtomicOp operation_in(const Mnemonic& mnemonic);
Value bytes_in(const Mnemonic& mnemonic);  ///< of the type; 4 without one
std::vector<Space> spaces_in(const Mnemonic& mnemonic);
/// @}

}  // namespace opexplore::detail
