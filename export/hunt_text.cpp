#include "export/hunt_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <variant>

#include "answers/data_races.hpp"
#include "answers/places.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

namespace {

std::string tenths(double seconds) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), seconds,
                                 std::chars_format::fixed, 1)
                       .ptr;
  return {digits.data(), end};
}

std::string changes_text(std::uint32_t changes) {
  if (changes == 0) return "no change of the thread";
  return std::to_string(changes) + (changes == 1 ? " change" : " changes") + " of the thread";
}

std::string find_text(const Test& test, const HuntFind& find, Radix radix) {
  if (const auto* const outcome = std::get_if<Outcome>(&find.what)) {
    const std::string text = outcome_text(test, *outcome, radix);
    return text.empty() ? "an end" : text;
  }
  if (const auto* const pair = std::get_if<RacingPair>(&find.what)) {
    if (pair->kind == PairKind::divergence) {
      return "threads come to a barrier apart, " + thread_name(pair->first_thread) + " and " +
             thread_name(pair->second_thread);
    }
    return "data race, " + access_text(test.program, pair->first_thread, pair->first) + " and " +
           access_text(test.program, pair->second_thread, pair->second);
  }
  if (const auto* const race = std::get_if<FoundRace>(&find.what)) {
    return "data race, " + race->reason;
  }
  return "deadlock, " + told(std::get<FoundDeadlock>(find.what).reason, test.program);
}

}  // namespace

std::string hunt_line(const Test& test, const HuntFind& find, Radix radix) {
  return "found after " + tenths(find.seconds) + " s, " + changes_text(find.changes) + ": " +
         find_text(test, find, radix);
}

std::optional<std::string> HuntLines::line(const HuntFind& find) {
  if (!is_worth_a_line(find)) return std::nullopt;
  return hunt_line(test_, find, radix_);
}

bool HuntLines::is_worth_a_line(const HuntFind& find) {
  if (std::holds_alternative<Outcome>(find.what)) return ++outcomes_ <= most_outcomes;
  const auto* const pair = std::get_if<RacingPair>(&find.what);
  if (pair == nullptr || pair->kind == PairKind::divergence) return true;
  const SourcePlace& one = instruction_of(test_.program, pair->first_thread, pair->first).place;
  const SourcePlace& two = instruction_of(test_.program, pair->second_thread, pair->second).place;
  // Tests that were made have no places: there each pair is told.
  if (one.line == 0) return true;
  return races_
      .insert(std::min(Places{one.line, one.column, two.line, two.column},
                       Places{two.line, two.column, one.line, one.column}))
      .second;
}

}  // namespace opexplore
