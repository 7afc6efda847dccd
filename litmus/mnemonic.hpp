// An instruction's name and its dotted modifiers. PTX accepts modifiers in any
// order (ptxas does, whatever the grammar in the ISA says), so they are a set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

struct Modifier {
  std::string_view text;  ///< without the dot, e.g. "acquire" or "shared::cta"
  SourcePlace place;
};

struct Mnemonic {
  Token name;
  std::vector<Modifier> modifiers;

  bool has(std::string_view modifier) const;
  /// "ld.acquire.gpu"
  std::string text() const;
};

/// Reads `name(.modifier)*`.
Mnemonic read_mnemonic(Tokens& tokens);

/// Which kinds of modifiers an instruction takes.
struct Accepts {
  bool order = false;
  bool scope = false;
  bool operation = false;
  bool type = true;
};

/// What the modifiers of one instruction say.
struct Qualifiers {
  std::optional<Order> order;
  std::optional<Scope> scope;
  std::optional<AtomicOp> operation;
  bool is_volatile = false;  ///< only where an order is accepted
  std::string_view type;     ///< "u32", …; empty when not written
};

/// Sorts the modifiers, or refuses: unknown, not modelled, given twice.
/// Words in `skip` belong to the caller.
Qualifiers classify(const Source& source, const Mnemonic& mnemonic, Accepts accepts,
                    const std::vector<std::string_view>& skip = {});

/// Refuses an instruction whose name is none of `known`.
[[noreturn]] void refuse_instruction(const Source& source, const Mnemonic& mnemonic,
                                     const std::vector<std::string_view>& known);

/// Refuses a modifier that the instruction does not take.
[[noreturn]] void refuse_modifier(const Source& source, const Mnemonic& mnemonic,
                                  const Modifier& modifier,
                                  const std::vector<std::string_view>& known);

/// Refuses a constant that does not fit the written 32-bit type.
void require_fits(const Source& source, SourcePlace place, Value value, std::string_view type);

}  // namespace opexplore::detail
