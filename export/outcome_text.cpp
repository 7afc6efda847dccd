#include "export/outcome_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "opmodel/amdgpu.hpp"

namespace opexplore {

namespace {

constexpr std::size_t longest_value = 20;  // -9223372036854775808

// Writes so many characters at most, and gives their end.
char* put(char* at, Value value, Radix radix) {
  char* const end = at + longest_value;
  if (radix == Radix::decimal) return std::to_chars(at, end, value).ptr;
  at = std::ranges::copy(std::string_view("0x"), at).out;
  return std::to_chars(at, end, static_cast<std::uint64_t>(value), 16).ptr;
}

}  // namespace

std::string to_string(Value value, Radix radix) {
  std::array<char, longest_value> text{};
  return {text.data(), put(text.data(), value, radix)};
}

OutcomeTexts::OutcomeTexts(const Test& test, Radix radix)
    : radix_(radix), has_undef_(test.program.language == Language::amdgpu) {
  const std::size_t shown = std::min<std::size_t>(test.shown, test.observables.size());
  for (std::size_t i = 0; i < shown; ++i) {
    names_.push_back(to_string(test.observables[i], test.program) + '=');
    longest_ += names_.back().size() + longest_value + 2;  // with what is between two of them
  }
}

void OutcomeTexts::append(std::span<const Value> outcome, std::string& text) const {
  const std::size_t before = text.size();
  text.resize(before + longest_);
  char* at = text.data() + before;
  for (std::size_t i = 0; i < std::min(names_.size(), outcome.size()); ++i) {
    if (i > 0) *at++ = ' ';
    at = std::ranges::copy(names_[i], at).out;
    at = has_undef_ && outcome[i] == undef ? std::ranges::copy(std::string_view("undef"), at).out
                                           : put(at, outcome[i], radix_);
    *at++ = ';';
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
}

std::string OutcomeTexts::operator()(std::span<const Value> outcome) const {
  std::string text;
  append(outcome, text);
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
