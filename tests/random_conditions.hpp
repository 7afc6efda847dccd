// Random questions about the final states of a test, made of values that it reaches: what a search
// towards the condition has to answer as a search of all states does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "explorer/store/tally.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// Asks one random question per call.
class RandomConditions {
 public:
  explicit RandomConditions(std::uint64_t seed) : random_(seed) {}

  /// The same program with a random quantifier and condition about some of its observables, and now
  /// and then a filter. `outcomes` are those that it has without a filter.
  Test next(const Test& test, const std::vector<Outcome>& outcomes) {
    Test asked = test;
    constexpr std::array quantifiers{Quantifier::exists, Quantifier::not_exists,
                                     Quantifier::forall};
    asked.quantifier = quantifiers[below(quantifiers.size())];
    asked.condition = formula(asked.observables.size(), outcomes);
    asked.filter.reset();
    if (below(8) == 0) asked.filter = formula(asked.observables.size(), outcomes);
    return asked;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  // Values that go together half of the time, else each from an outcome of its own. Now and then
  // one that nobody has written.
  Value value(std::size_t observable, const std::vector<Outcome>& outcomes,
              const Outcome& together) {
    if (below(16) == 0) return 77;
    if (below(2) == 0) return together[observable];
    return outcomes[below(outcomes.size())][observable];
  }

  Proposition comparison(std::size_t observable, Value value) {
    Proposition result;
    result.kind = Proposition::Kind::comparison;
    result.comparison = below(4) == 0 ? Comparison::not_equal : Comparison::equal;
    result.left = ObservableIndex{static_cast<std::uint16_t>(observable)};
    result.right = value;
    return result;
  }

  // A conjunction about a random subset; a disjunction of two of them; the negation.
  Proposition formula(std::size_t observables, const std::vector<Outcome>& outcomes) {
    Proposition result;
    if (observables == 0 || outcomes.empty()) return result;
    if (below(8) == 0) {
      result.kind = Proposition::Kind::negation;
      result.parts = {conjunction(observables, outcomes)};
    } else if (below(4) == 0) {
      result.kind = Proposition::Kind::disjunction;
      result.parts = {conjunction(observables, outcomes), conjunction(observables, outcomes)};
    } else {
      result = conjunction(observables, outcomes);
    }
    return result;
  }

  Proposition conjunction(std::size_t observables, const std::vector<Outcome>& outcomes) {
    Proposition result;
    result.kind = Proposition::Kind::conjunction;
    const Outcome& together = outcomes[below(outcomes.size())];
    const std::size_t certain = below(observables);
    for (std::size_t i = 0; i < observables; ++i) {
      if (i != certain && below(2) == 0) continue;
      result.parts.push_back(comparison(i, value(i, outcomes, together)));
    }
    return result;
  }

  std::mt19937_64 random_;
};

/// The outcomes of a report.
inline std::vector<Outcome> values_of(const Answer& report) {
  std::vector<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : report.outcomes) outcomes.push_back(outcome.values);
  return outcomes;
}

/// The verdict that these outcomes give, which are all that the test has without a filter.
inline bool expected_verdict(const Test& test, const std::vector<Outcome>& outcomes) {
  bool decided = false;
  for (const Outcome& outcome : outcomes) decided = decided || decides(test, outcome);
  if (outcomes.empty()) return false;  // no execution ends
  return decided == (test.quantifier == Quantifier::exists);
}

}  // namespace opexplore
