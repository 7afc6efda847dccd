#include "export/outcome_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace opexplore {

namespace {

void append(std::string& text, Value value, Radix radix) {
  std::array<char, 20> digits{};
  char* const begin = digits.data();
  char* const end = begin + digits.size();
  const bool decimal = radix == Radix::decimal;
  if (!decimal) text += "0x";
  text.append(begin, decimal
                         ? std::to_chars(begin, end, value).ptr
                         : std::to_chars(begin, end, static_cast<std::uint64_t>(value), 16).ptr);
}

}  // namespace

std::string to_string(Value value, Radix radix) {
  std::string text;
  append(text, value, radix);
  return text;
}

OutcomeTexts::OutcomeTexts(const Test& test, Radix radix) : radix_(radix) {
  constexpr std::size_t usual_value = 4;  // with what is between two of them
  const std::size_t shown = std::min<std::size_t>(test.shown, test.observables.size());
  for (std::size_t i = 0; i < shown; ++i) {
    names_.push_back(to_string(test.observables[i], test.program) + '=');
    usual_length_ += names_.back().size() + usual_value;
  }
}

std::string OutcomeTexts::operator()(const Outcome& outcome) const {
  std::string text;
  text.reserve(usual_length_);
  for (std::size_t i = 0; i < std::min(names_.size(), outcome.size()); ++i) {
    if (i > 0) text += ' ';
    text += names_[i];
    append(text, outcome[i], radix_);
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
