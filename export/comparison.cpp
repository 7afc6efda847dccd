#include "export/comparison.hpp"

#include <algorithm>
#include <map>

#include "export/outcome_text.hpp"

namespace opexplore {
namespace {

bool is_complete(const Report& report) {
  return report.incomplete == Incomplete::none && !report.stopped_at_verdict;
}

Outcome shown_values(const Test& test, const OutcomeReport& outcome) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(test.shown, outcome.values.size()));
  return {outcome.values.begin(), outcome.values.begin() + shown};
}

// Executions of one test hardly differ in length; of them the first stays.
std::size_t length(const OutcomeReport& outcome) {
  return outcome.trace ? outcome.trace->steps.size() : 0;
}

void drop_trace(OutcomeReport& outcome) {
  outcome.trace.reset();
  outcome.execution.reset();
}

// `wanted` says whether the outcome's trace or execution may stay. Of outcomes that differ only in
// what is not shown, one keeps it.
template <class Wanted>
void keep_traces(const Test& test, Report& report, Wanted wanted) {
  std::map<Outcome, OutcomeReport*> kept;
  for (OutcomeReport& outcome : report.outcomes) {
    if (!outcome.trace && !outcome.execution) continue;
    Outcome values = shown_values(test, outcome);
    if (!wanted(values)) {
      drop_trace(outcome);
      continue;
    }
    const auto [best, added] = kept.emplace(std::move(values), &outcome);
    if (added) continue;
    OutcomeReport*& shorter = best->second;
    OutcomeReport* const longer = length(outcome) < length(*shorter) ? shorter : &outcome;
    if (longer == shorter) shorter = &outcome;
    drop_trace(*longer);
  }
}

}  // namespace

Agreement OutcomeComparison::agreement() const {
  if (only_first + only_second > 0) return Agreement::different;
  return complete ? Agreement::equal : Agreement::undecided;
}

OutcomeComparison compare(const Test& test, const Report& first, const Report& second) {
  OutcomeComparison result;
  result.complete = is_complete(first) && is_complete(second);
  const Reached first_lacks = is_complete(first) ? Reached::no : Reached::unknown;
  const Reached second_lacks = is_complete(second) ? Reached::no : Reached::unknown;
  std::map<Outcome, ComparedOutcome> all;
  for (const ShownOutcome& outcome : shown_outcomes(test, first)) {
    all[outcome.values] = {outcome.values, false, Reached::yes, second_lacks};
  }
  for (const ShownOutcome& outcome : shown_outcomes(test, second)) {
    const auto [entry, added] =
        all.emplace(outcome.values, ComparedOutcome{outcome.values, false, first_lacks, {}});
    entry->second.second = Reached::yes;
  }
  for (auto& [values, outcome] : all) {
    outcome.satisfies = holds(test.condition, values);
    if (outcome.first == Reached::no) ++result.only_second;
    if (outcome.second == Reached::no) ++result.only_first;
    const bool open = outcome.first == Reached::unknown || outcome.second == Reached::unknown;
    if (open) ++result.undecided;
    result.outcomes.push_back(std::move(outcome));
  }
  return result;
}

void keep_differing_traces(const Test& test, const OutcomeComparison& comparison, Report& first,
                           Report& second) {
  const auto lacks = [&](const Outcome& values, Reached ComparedOutcome::*machine) {
    const auto found =
        std::ranges::lower_bound(comparison.outcomes, values, {}, &ComparedOutcome::values);
    return found != comparison.outcomes.end() && found->values == values &&
           *found.*machine == Reached::no;
  };
  keep_traces(test, first, [&](const Outcome& v) { return lacks(v, &ComparedOutcome::second); });
  keep_traces(test, second, [&](const Outcome& v) { return lacks(v, &ComparedOutcome::first); });
}

}  // namespace opexplore
