// An instruction's name and its dotted modifiers. PTX accepts modifiers in any
// order (ptxas does, whatever the grammar in the ISA says), so they are a set.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/tokens.hpp"
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

/// The state space of that name: `.shared` is `.shared::cta` (PTX ISA 5.1.8).
std::optional<Space> find_space(std::string_view text);

/// Reads `name(.modifier)*`.
Mnemonic read_mnemonic(Tokens& tokens);

/// Which kinds of modifiers an instruction takes.
struct Accepts {
  bool order = false;
  bool scope = false;
  bool operation = false;
  bool type = true;
  bool predicate_type = false;  ///< `.pred` too

  bool takes(NumberType written) const {
    return written == NumberType::pred ? predicate_type : type;
  }
};

/// What the modifiers of one instruction say.
struct Qualifiers {
  std::optional<Order> order;
  std::optional<Scope> scope;
  std::optional<AtomicOp> operation;
  std::optional<Annotation> annotation;  ///< only where an order is accepted
  std::optional<Space> space;            ///< likewise
  std::string_view type;                 ///< "u32", …; empty when not written
};

inline bool has_64_bits(NumberType type) {
  return type == NumberType::s64 || type == NumberType::u64 || type == NumberType::b64;
}

/// Sorts the modifiers, or refuses: unknown, not modelled, given twice.
/// Words in `skip` belong to the caller.
Qualifiers classify(const Source& source, const Mnemonic& mnemonic, Accepts accepts,
                    const std::vector<std::string_view>& skip = {});

/// Refuses an instruction whose name is none of `known`.
[[noreturn]] void refuse_instruction(const Source& source, const Mnemonic& mnemonic,
                                     const std::vector<std::string_view>& known);

/// Refuses a modifier that the instruction does not take; suggests one of those known, or else the
/// text.
[[noreturn]] void refuse_modifier(const Source& source, const Mnemonic& mnemonic,
                                  const Modifier& modifier,
                                  const std::vector<std::string_view>& known,
                                  const std::string& otherwise = "");

/// Refuses a constant that does not fit the written 32-bit type or is no truth value.
void require_fits(const Source& source, SourcePlace place, Value value, std::string_view type);

}  // namespace opexplore::detail
