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

OutcomeTexts::OutcomeTexts(const Test& test, Radix radix) : radix_(radix) {
  const std::size_t shown = std::min<std::size_t>(test.shown, test.observables.size());
  for (std::size_t i = 0; i < shown; ++i) {
    names_.push_back(to_string(test.observables[i], test.program) + '=');
  }
}

std::string OutcomeTexts::operator()(const Outcome& outcome) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(names_.size(), outcome.size()); ++i) {
    if (i > 0) text += ' ';
    text += names_[i];
    text += to_string(outcome[i], radix_);
    text += ';';
  }
  return text;
}

std::string outcome_text(const Test& test, const Outcome& outcome, Radix radix) {
  return OutcomeTexts(test, radix)(outcome);
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
