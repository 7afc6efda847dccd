#include "answers/compare.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

namespace opexplore {
namespace {

// One with a race lacks nothing: what it means is not what was found.
bool is_complete(const Answer& answer) { return !answer.races && answer.coverage.everything(); }

std::span<const Value> shown_values(const Test& test, const AnsweredOutcome& outcome) {
  return std::span(outcome.values).first(std::min(test.shown, outcome.values.size()));
}

Outcome own(std::span<const Value> values) { return {values.begin(), values.end()}; }

// Executions of one test hardly differ in length; of them the first stays.
std::size_t length(const AnsweredOutcome& outcome) {
  return outcome.trace ? outcome.trace->steps.size() : 0;
}

void drop_witness(AnsweredOutcome& outcome) {
  outcome.trace.reset();
  outcome.execution.reset();
}

bool has_witness(const AnsweredOutcome& outcome) { return outcome.trace || outcome.execution; }

// `wanted` says whether the outcome's trace or execution may stay. Of outcomes that differ only in
// what is not shown, one keeps it.
template <class Wanted>
void keep_traces(const Test& test, Answer& answer, Wanted wanted) {
  std::map<Outcome, AnsweredOutcome*> kept;
  for (AnsweredOutcome& outcome : answer.outcomes) {
    if (!has_witness(outcome)) continue;
    Outcome values = own(shown_values(test, outcome));
    if (!wanted(values)) {
      drop_witness(outcome);
      continue;
    }
    const auto [best, added] = kept.emplace(std::move(values), &outcome);
    if (added) continue;
    AnsweredOutcome*& shorter = best->second;
    AnsweredOutcome* const longer = length(outcome) < length(*shorter) ? shorter : &outcome;
    if (longer == shorter) shorter = &outcome;
    drop_witness(*longer);
  }
}

// Whether only one of them has a race, and that is sure. Of an inclusion one of the second is no
// difference: it allows everything.
bool race_differs(const Answer& first, const Answer& second, Asked asked) {
  if (!first.looks_for_races || !second.looks_for_races || first.races == second.races)
    return false;
  if (asked == Asked::inclusion && second.races) return false;
  return is_complete(first.races ? second : first);
}

std::vector<RacingPair> pairs_in_endings(const Answer& answer) {
  std::vector<RacingPair> pairs;
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.in_ending) pairs.push_back(race.pair);
  }
  return pairs;
}

// One whose search is not complete lacks nothing for certain.
void compare_pairs(const Answer& first, const Answer& second, OutcomeComparison& result) {
  result.compares_pairs = first.looked_for_data_races && second.looked_for_data_races;
  if (!result.compares_pairs) return;
  const std::vector<RacingPair> one = pairs_in_endings(first), other = pairs_in_endings(second);
  if (is_complete(second)) {
    std::ranges::set_difference(one, other, std::back_inserter(result.pairs_only_first));
  }
  if (is_complete(first) && result.asked == Asked::equality) {
    std::ranges::set_difference(other, one, std::back_inserter(result.pairs_only_second));
  }
}

}  // namespace

std::vector<ShownOutcome> shown_outcomes(const Test& test, const Answer& answer) {
  std::vector<ShownOutcome> all;
  all.reserve(answer.outcomes.size());
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    all.push_back({shown_values(test, outcome), outcome.count});
  }
  const auto less = [](const ShownOutcome& left, const ShownOutcome& right) {
    return std::ranges::lexicographical_compare(left.values, right.values);
  };
  // As a rule they come sorted, and their beginnings are then sorted, too.
  if (!std::ranges::is_sorted(all, less)) std::ranges::sort(all, less);
  std::size_t kept = 0;
  for (const ShownOutcome& outcome : all) {
    if (kept != 0 && std::ranges::equal(all[kept - 1].values, outcome.values)) {
      all[kept - 1].count += outcome.count;
    } else {
      all[kept++] = outcome;
    }
  }
  all.resize(kept);
  return all;
}

Agreement OutcomeComparison::agreement() const {
  if (race_differs) return Agreement::different;
  if (first_races || second_races) return Agreement::undefined;
  if (only_first + only_second > 0) return Agreement::different;
  if (!pairs_only_first.empty() || !pairs_only_second.empty()) return Agreement::different;
  return complete ? Agreement::equal : Agreement::undecided;
}

bool OutcomeComparison::differs(const ComparedOutcome& outcome) const {
  if (first_races || second_races) return false;
  if (outcome.second == Reached::no) return true;
  return asked == Asked::equality && outcome.first == Reached::no;
}

OutcomeComparison compare(const Test& test, const Answer& first, const Answer& second,
                          Asked asked) {
  OutcomeComparison result;
  result.asked = asked;
  const bool equality = asked == Asked::equality;
  const Reached first_lacks = is_complete(first) ? Reached::no : Reached::unknown;
  const Reached second_lacks = is_complete(second) ? Reached::no : Reached::unknown;
  std::map<Outcome, ComparedOutcome> all;
  for (const ShownOutcome& outcome : shown_outcomes(test, first)) {
    const Outcome values = own(outcome.values);
    all[values] = {values, false, Reached::yes, second_lacks};
  }
  for (const ShownOutcome& outcome : shown_outcomes(test, second)) {
    const Outcome values = own(outcome.values);
    const auto [entry, added] =
        all.emplace(values, ComparedOutcome{values, false, first_lacks, {}});
    entry->second.second = Reached::yes;
  }
  for (auto& [values, outcome] : all) {
    outcome.satisfies = holds(test.condition, values);
    if (outcome.first == Reached::no && equality) ++result.only_second;
    if (outcome.second == Reached::no) ++result.only_first;
    const bool open =
        outcome.second == Reached::unknown || (outcome.first == Reached::unknown && equality);
    if (open) ++result.undecided;
    result.outcomes.push_back(std::move(outcome));
  }
  // Of an inclusion it is enough to have found all of the first in the second.
  result.complete = is_complete(first) && (equality ? is_complete(second) : result.undecided == 0);
  result.first_races = first.races;
  result.second_races = second.races;
  result.race_differs = race_differs(first, second, asked);
  compare_pairs(first, second, result);
  if (result.first_races || result.second_races) {
    result.only_first = result.only_second = result.undecided = 0;
  }
  return result;
}

void keep_differing_traces(const Test& test, const OutcomeComparison& comparison, Answer& first,
                           Answer& second) {
  const auto differs = [&](const Outcome& values) {
    const auto found =
        std::ranges::lower_bound(comparison.outcomes, values, {}, &ComparedOutcome::values);
    return found != comparison.outcomes.end() && found->values == values &&
           comparison.differs(*found);
  };
  keep_traces(test, first, differs);
  keep_traces(test, second, differs);
}

}  // namespace opexplore
