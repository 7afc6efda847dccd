#include "export/hunt_text.hpp"

#include <array>
#include <charconv>
#include <variant>

#include "answers/data_races.hpp"

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
    return "data race, " + access_text(test.program, pair->first_thread, pair->first) + " and " +
           access_text(test.program, pair->second_thread, pair->second);
  }
  if (const auto* const race = std::get_if<FoundRace>(&find.what)) {
    return "data race, " + race->reason;
  }
  return "deadlock, " + std::get<FoundDeadlock>(find.what).reason;
}

}  // namespace

std::string hunt_line(const Test& test, const HuntFind& find, Radix radix) {
  return "found after " + tenths(find.seconds) + " s, " + changes_text(find.changes) + ": " +
         find_text(test, find, radix);
}

}  // namespace opexplore
