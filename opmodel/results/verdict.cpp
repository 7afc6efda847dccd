#include "opmodel/results/verdict.hpp"

namespace opexplore {
namespace {

bool ends_nowhere(const Answer& answer) {
  return answer.outcomes.empty() && answer.filtered_outcomes == 0 && !answer.coverage.ends_unlisted;
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

bool never_ends(const Answer& answer) {
  return answer.coverage.complete() && !answer.races && ends_nowhere(answer);
}

Verdict verdict(const Test& test, const Answer& answer) {
  VerdictGrounds grounds{.complete = answer.coverage.complete(),
                         .stopped_at_verdict = answer.coverage.stopped_at_verdict,
                         .goal_directed = answer.coverage.goal_directed,
                         .filters = test.filter.has_value(),
                         .races = answer.races,
                         .nothing = ends_nowhere(answer)};
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    (holds(test.condition, outcome.values) ? grounds.positive : grounds.negative) += outcome.count;
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
