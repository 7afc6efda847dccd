#include "hardware/result.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace opexplore::hardware {
namespace {

constexpr std::array<std::pair<Profile, std::string_view>, 2> profiles{
    {{Profile::as_written, "as-written"}, {Profile::pinned, "pinned"}}};

constexpr std::array<std::pair<Result::Status, std::string_view>, 6> statuses{
    {{Result::Status::ok, "ok"},
     {Result::Status::incomplete, "incomplete"},
     {Result::Status::failed, "failed"},
     {Result::Status::timed_out, "timed-out"},
     {Result::Status::unsupported, "unsupported"},
     {Result::Status::not_run, "not-run"}}};

template <class Words, class Meaning>
std::string_view word_of(const Words& words, Meaning meaning) {
  const auto found =
      std::ranges::find_if(words, [&](const auto& word) { return word.first == meaning; });
  return found == words.end() ? std::string_view{} : found->second;
}

template <class Meaning, class Words>
std::optional<Meaning> meaning_of(const Words& words, std::string_view name) {
  const auto found =
      std::ranges::find_if(words, [&](const auto& word) { return word.second == name; });
  return found == words.end() ? std::nullopt : std::optional<Meaning>(found->first);
}

}  // namespace

std::string_view to_string(Profile profile) { return word_of(profiles, profile); }

std::string_view to_string(Result::Status status) { return word_of(statuses, status); }

std::optional<Profile> profile_named(std::string_view name) {
  return meaning_of<Profile>(profiles, name);
}

std::optional<Result::Status> status_named(std::string_view name) {
  return meaning_of<Result::Status>(statuses, name);
}

std::uint64_t positive(const Result& result) {
  return std::accumulate(result.outcomes.begin(), result.outcomes.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const SeenOutcome& outcome) {
                           const bool counts = holds(result.test.condition, outcome.values);
                           return counts ? sum + outcome.count : sum;
                         });
}

}  // namespace opexplore::hardware
