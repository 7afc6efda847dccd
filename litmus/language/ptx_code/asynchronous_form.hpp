// How asynchronous instructions are spelled: patterns of modifiers, which can come in any order.
#pragma once

#include <cstddef>
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

/// Which of the patterns the mnemonic is spelled in. Refuses one that fits none: by what is wrong
/// with the form that it is nearest to.
std::size_t find_pattern(const Source& source, const Mnemonic& mnemonic,
                         std::span<const std::string_view> patterns);

/// The same for forms, which have a pattern each.
template <class Form>
const Form& find_form(const Source& source, const Mnemonic& mnemonic, std::span<const Form> known) {
  std::vector<std::string_view> patterns;
  for (const Form& form : known) patterns.push_back(form.pattern);
  return known[find_pattern(source, mnemonic, patterns)];
}

/// \name What the modifiers of an instruction say, in a form that has them.
/// @{
std::optional<Order> order_in(const Mnemonic& mnemonic);
std::optional<Scope> scope_in(const Mnemonic& mnemonic);
AtomicOp operation_in(const Mnemonic& mnemonic);
Value bytes_in(const Mnemonic& mnemonic);  ///< of the type; 4 without one
std::vector<Space> spaces_in(const Mnemonic& mnemonic);
/// @}

}  // namespace opexplore::detail
