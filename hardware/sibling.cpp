#include "hardware/sibling.hpp"

#include <algorithm>

#include "hardware/numbers.hpp"

namespace opexplore::hardware {
namespace {

// The counts of a sibling in one of its environments that are asked about.
std::uint64_t asked_count(const std::vector<Outcome>& outcomes, const EnvironmentResult& run,
                          const OutcomeFilter& asked) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (asked(outcomes[i])) sum += run.counts[i];
  }
  return sum;
}

}  // namespace

std::vector<const Result*> siblings(const Result& result, std::span<const Result> all) {
  std::vector<const Result*> found;
  if (!result.sibling) return found;
  for (const Result& other : all) {
    if (other.hash == result.sibling->hash && other.profile == result.profile &&
        other.device == result.device && other.not_run == 0) {
      found.push_back(&other);
    }
  }
  return found;
}

std::optional<std::vector<Outcome>> translated(const Result& sibling, const Test& test) {
  std::vector<std::size_t> place;
  for (const Observable& observable : test.observables) {
    const std::string name = to_string(observable, test.program);
    const auto& theirs = sibling.test.observables;
    const auto same = std::ranges::find_if(theirs, [&](const Observable& other) {
      return to_string(other, sibling.test.program) == name;
    });
    if (same == theirs.end()) return std::nullopt;
    place.push_back(static_cast<std::size_t>(same - theirs.begin()));
  }
  std::vector<Outcome> result;
  for (const SeenOutcome& outcome : sibling.outcomes) {
    Outcome values;
    for (const std::size_t index : place) values.push_back(outcome.values[index]);
    result.push_back(std::move(values));
  }
  return result;
}

Evidence evidence(const Result& result, std::span<const Result> all, const OutcomeFilter& asked) {
  Evidence found;
  if (!result.sibling) return found;
  found.sibling = result.sibling->name;
  std::vector<std::uint64_t> seen(result.environments.size());
  double best_rate = 0;
  for (const Result* const sibling : siblings(result, all)) {
    const auto outcomes = translated(*sibling, result.test);
    if (!outcomes) continue;
    found.found = true;
    for (std::size_t i = 0; i < result.environments.size(); ++i) {
      const EnvironmentResult& mine = result.environments[i];
      for (const EnvironmentResult& theirs : sibling->environments) {
        if (theirs.id != mine.id || !(theirs.environment == mine.environment)) continue;
        const std::uint64_t count = asked_count(*outcomes, theirs, asked);
        seen[i] += count;
        found.seconds += theirs.seconds;
        const double rate =
            static_cast<double>(count) / std::max(1.0, static_cast<double>(theirs.executed));
        if (rate > best_rate) {
          best_rate = rate;
          found.best = mine.id;
        }
      }
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    found.seen += seen[i];
    if (seen[i] > 0) found.executed += result.environments[i].executed;
  }
  return found;
}

std::string to_string(const Evidence& evidence) {
  if (evidence.sibling.empty()) return "says nothing: there is no sibling";
  if (!evidence.found) {
    return "says nothing: sibling " + evidence.sibling + " has no result of this device";
  }
  if (!evidence.counts()) {
    return "says nothing: sibling " + evidence.sibling +
           " was not seen to show it in these environments";
  }
  return "confidence: sibling " + evidence.sibling + " showed it " + with_commas(evidence.seen) +
         " times, " + short_number(evidence.per_second()) + "/s";
}

}  // namespace opexplore::hardware
