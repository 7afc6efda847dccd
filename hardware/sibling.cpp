#include "hardware/sibling.hpp"

#include <algorithm>

#include "hardware/executions.hpp"
#include "hardware/numbers.hpp"
#include "hardware/statistics.hpp"

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

bool is_sibling(const Result& other, const Result& result) {
  return result.sibling && other.hash == result.sibling->hash && other.profile == result.profile &&
         other.device == result.device && other.not_run == 0;
}

// Adds what a sibling showed in the environments that both have; `best_rate` is that of found.best.
// `seen`: by environments of the result.
void add_shown(const Result& result, const Result& sibling, const OutcomeFilter& asked,
               Evidence& found, std::vector<std::uint64_t>& seen, double& best_rate) {
  const auto outcomes = translated(sibling, result.test);
  if (!outcomes) return;
  found.found = true;
  for (std::size_t i = 0; i < result.environments.size(); ++i) {
    const EnvironmentResult& mine = result.environments[i];
    for (const EnvironmentResult& theirs : sibling.environments) {
      if (theirs.id != mine.id || !(theirs.environment == mine.environment)) continue;
      const std::uint64_t count = asked_count(*outcomes, theirs, asked);
      seen[i] += count;
      found.seconds += theirs.seconds;
      const std::optional<std::uint64_t> executed = completed(sibling, theirs);
      if (!executed || count == 0) continue;
      const double rate = static_cast<double>(count) / static_cast<double>(*executed);
      if (rate > best_rate) {
        best_rate = rate;
        found.best = mine.id;
      }
    }
  }
}

}  // namespace

bool compiler_changed(const Result& result) {
  return result.toolchain && worst(result.toolchain->roles) != Survival::Verdict::exact;
}

bool Evidence::counts() const {
  constexpr double reproducible = 0.95;
  return seen >= required_count(reproducible);
}

std::vector<const Result*> siblings(const Result& result, std::span<const Result> all) {
  std::vector<const Result*> found;
  for (const Result& other : all) {
    if (is_sibling(other, result) && !compiler_changed(other)) found.push_back(&other);
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
    add_shown(result, *sibling, asked, found, seen, best_rate);
  }
  found.changed = !found.found && std::ranges::any_of(all, [&](const Result& other) {
    return is_sibling(other, result) && compiler_changed(other);
  });
  for (std::size_t i = 0; i < seen.size(); ++i) {
    found.seen += seen[i];
    if (seen[i] > 0) found.executed += listed(result.environments[i]);
  }
  return found;
}

std::string to_string(const Evidence& evidence) {
  if (evidence.sibling.empty()) return "says nothing: there is no sibling";
  if (evidence.changed) return "says nothing: the compiler changed the sibling";
  if (!evidence.found) {
    return "says nothing: sibling " + evidence.sibling + " has no result of this device";
  }
  if (evidence.seen == 0) {
    return "says nothing: sibling " + evidence.sibling +
           " was not seen to show it in these environments";
  }
  const std::string shown =
      "sibling " + evidence.sibling + " showed it " + with_commas(evidence.seen) + " times";
  if (!evidence.counts()) return "weak evidence: " + shown;
  return "confidence: " + shown + ", " + short_number(evidence.per_second()) + "/s";
}

}  // namespace opexplore::hardware
