// Outcomes as every writer prints them: only what the test shows, in herd's spelling.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/compare.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/results/verdict.hpp"

namespace opexplore {

/// Base of printed values. Hexadecimal prints the 64 bits: -1 is 0xffffffffffffffff.
enum class Radix : std::uint8_t { decimal, hexadecimal };

std::string to_string(Value value, Radix radix);

/// "0:r0=0; [x]=1;": the shown observables of many outcomes of one test, whose names are worked out
/// once.
class OutcomeTexts {
 public:
  explicit OutcomeTexts(const Test& test, Radix radix = Radix::decimal);
  std::string operator()(std::span<const Value> outcome) const;
  /// Puts it behind the text.
  void append(std::span<const Value> outcome, std::string& text) const;

 private:
  std::vector<std::string> names_;  ///< "0:r0="
  std::size_t longest_ = 0;         ///< of a text
  Radix radix_;
  bool has_undef_ = false;  ///< of a language with that value
};

/// The same of one outcome.
std::string outcome_text(const Test& test, const Outcome& outcome, Radix radix = Radix::decimal);

/// "Allowed", "Forbidden" or "Required".
std::string_view kind_word(Quantifier quantifier);

/// "exists", "~exists" or "forall".
std::string_view keyword(Quantifier quantifier);

/// "Never", "Sometimes" or "Always": whether the proposition held in the final
/// states. Both counts zero is "Never", as herd has it.
std::string_view observation_word(const Verdict& verdict);

/// herd's Positive and Negative: relative to the constraint, so swapped for ~exists.
struct ConstraintCounts {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
};
ConstraintCounts constraint_counts(Quantifier quantifier, const Verdict& verdict);

}  // namespace opexplore
