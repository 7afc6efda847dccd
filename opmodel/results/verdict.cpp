#include "opmodel/results/verdict.hpp"

namespace opexplore {
namespace {

bool ends_nowhere(const Report& report) {
  return report.outcomes.empty() && report.filtered_outcomes == 0 && !report.ends_unlisted;
}

// Of a search towards the condition that found nothing, the side that it did not look for is known:
// all final states are on it. With a filter there may be none.
Frequency observation_of(Quantifier quantifier, const VerdictGrounds& grounds) {
  if (grounds.positive != 0 && grounds.negative != 0) return Frequency::sometimes;
  if (!grounds.complete || grounds.stopped_at_verdict) return Frequency::undecided;
  if (!grounds.goal_directed) {
    return grounds.positive == 0 ? Frequency::never : Frequency::always;
  }
  const bool forall = quantifier == Quantifier::forall;
  if ((forall ? grounds.negative : grounds.positive) != 0) return Frequency::undecided;
  if (!forall) return Frequency::never;
  return grounds.filters ? Frequency::undecided : Frequency::always;
}

}  // namespace

bool never_ends(const Report& report) {
  return report.incomplete == Incomplete::none && report.statistics.racy_states == 0 &&
         ends_nowhere(report);
}

Verdict verdict(const Test& test, const Report& report) {
  VerdictGrounds grounds{.complete = report.incomplete == Incomplete::none,
                         .stopped_at_verdict = report.stopped_at_verdict,
                         .goal_directed = report.goal_directed,
                         .filters = test.filter.has_value(),
                         .races = report.statistics.racy_states != 0,
                         .nothing = ends_nowhere(report)};
  for (const OutcomeReport& outcome : report.outcomes) {
    (holds(test.condition, outcome.values) ? grounds.positive : grounds.negative) +=
        outcome.final_states;
  }
  return verdict(test.quantifier, grounds);
}

Verdict verdict(Quantifier quantifier, const VerdictGrounds& grounds) {
  Verdict result;
  result.positive = grounds.positive;
  result.negative = grounds.negative;
  const bool complete = grounds.complete && !grounds.stopped_at_verdict;
  const bool decides =
      (quantifier == Quantifier::forall ? grounds.negative : grounds.positive) != 0;
  result.ok = quantifier == Quantifier::exists ? decides : !decides;
  // A program with a race means nothing, whatever was found beside it.
  result.never_ends = grounds.complete && !grounds.races && grounds.nothing;
  if (result.never_ends) result.ok = false;
  result.decided = (complete || decides) && !grounds.races;
  result.observation = observation_of(quantifier, grounds);
  return result;
}

}  // namespace opexplore
