#include "export/outcome_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace opexplore {

std::string to_string(Value value, Radix radix) {
  if (radix == Radix::decimal) return std::to_string(value);
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 static_cast<std::uint64_t>(value), 16)
                       .ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string outcome_text(const Test& test, const Outcome& outcome, Radix radix) {
  std::string text;
  const std::size_t shown = std::min(test.shown, outcome.size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += ' ';
    text += to_string(test.observables[i], test.program) + '=' + to_string(outcome[i], radix) + ';';
  }
  return text;
}

std::string_view kind_word(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "Allowed";
    case Quantifier::not_exists:
      return "Forbidden";
    case Quantifier::forall:
      return "Required";
  }
  return {};
}

std::string_view keyword(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "exists";
    case Quantifier::not_exists:
      return "~exists";
    case Quantifier::forall:
      return "forall";
  }
  return {};
}

std::string_view observation_word(const Verdict& verdict) {
  switch (verdict.observation) {
    case Frequency::undecided:
      return "Undecided";
    case Frequency::never:
      return "Never";
    case Frequency::sometimes:
      return "Sometimes";
    case Frequency::always:
      return "Always";
  }
  return {};
}

ConstraintCounts constraint_counts(Quantifier quantifier, const Verdict& verdict) {
  if (quantifier == Quantifier::not_exists) return {verdict.negative, verdict.positive};
  return {verdict.positive, verdict.negative};
}

}  // namespace opexplore
