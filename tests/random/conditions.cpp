#include "tests/random/conditions.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace opexplore::random_programs {

namespace {

const Outcome& pick(const std::set<Outcome>& outcomes, Random& random) {
  return *std::next(outcomes.begin(), random.below(static_cast<unsigned>(outcomes.size())));
}

Proposition group(Proposition::Kind kind, std::vector<Proposition> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  Proposition all;
  all.kind = kind;
  all.parts = std::move(parts);
  return all;
}

// Mostly the value of one outcome, so that the conjunction may hold; sometimes that of another.
Proposition comparison(std::size_t index, const Outcome& usual, const std::set<Outcome>& outcomes,
                       Random& random) {
  Proposition one;
  one.kind = Proposition::Kind::comparison;
  one.left = ObservableIndex{static_cast<std::uint16_t>(index)};
  one.right = random.chance(85) ? usual[index] : pick(outcomes, random)[index];
  if (random.chance(6)) {
    one.right = ObservableIndex{
        static_cast<std::uint16_t>(random.below(static_cast<unsigned>(usual.size())))};
  }
  one.comparison = random.chance(25)  ? Comparison::not_equal
                   : random.chance(5) ? Comparison::less_equal
                                      : Comparison::equal;
  return one;
}

// About so many of the observables, each at most once.
Proposition conjunction(const std::set<Outcome>& outcomes, Random& random) {
  const Outcome& usual = pick(outcomes, random);
  const unsigned percent = 20 + random.below(81);
  std::vector<Proposition> parts;
  for (std::size_t i = 0; i < usual.size(); ++i) {
    if (random.chance(percent)) parts.push_back(comparison(i, usual, outcomes, random));
  }
  if (parts.empty()) {
    parts.push_back(
        comparison(random.below(static_cast<unsigned>(usual.size())), usual, outcomes, random));
  }
  return group(Proposition::Kind::conjunction, std::move(parts));
}

Proposition condition(const std::set<Outcome>& outcomes, Random& random) {
  Proposition result = conjunction(outcomes, random);
  if (random.chance(25)) {
    result =
        group(Proposition::Kind::disjunction, {std::move(result), conjunction(outcomes, random)});
  }
  if (!random.chance(12)) return result;
  Proposition negated;
  negated.kind = Proposition::Kind::negation;
  negated.parts.push_back(std::move(result));
  return negated;
}

}  // namespace

Test observing(const Test& test, const std::vector<std::size_t>& kept) {
  Test result = test;
  result.observables.clear();
  for (const std::size_t index : kept) result.observables.push_back(test.observables[index]);
  result.shown = result.observables.size();
  result.condition = Proposition{};
  result.filter.reset();
  return result;
}

std::set<Outcome> projected(const std::set<Outcome>& outcomes,
                            const std::vector<std::size_t>& kept) {
  std::set<Outcome> result;
  for (const Outcome& outcome : outcomes) {
    Outcome part;
    for (const std::size_t index : kept) part.push_back(outcome[index]);
    result.insert(std::move(part));
  }
  return result;
}

std::vector<std::size_t> some_observables(const Test& test, Random& random) {
  const auto count = static_cast<unsigned>(test.observables.size());
  std::vector<std::size_t> kept;
  if (count == 0) return kept;
  const unsigned percent = 20 + random.below(60);
  for (std::size_t i = 0; i < count; ++i) {
    if (random.chance(percent)) kept.push_back(i);
  }
  if (kept.empty()) kept.push_back(random.below(count));
  return kept;
}

Test asking(const Test& test, const std::set<Outcome>& outcomes, Random& random) {
  constexpr std::array quantifiers{Quantifier::exists, Quantifier::exists, Quantifier::not_exists,
                                   Quantifier::forall};
  Test result = test;
  result.quantifier = random.pick(quantifiers);
  result.condition = condition(outcomes, random);
  result.filter.reset();
  if (random.chance(10)) result.filter = condition(outcomes, random);
  return result;
}

bool holds_of(const Test& test, const std::set<Outcome>& outcomes) {
  const auto counts = [&](const Outcome& outcome) {
    return !test.filter || holds(*test.filter, outcome);
  };
  const bool counterexample = test.quantifier == Quantifier::forall;
  const bool decided = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
    return counts(outcome) && holds(test.condition, outcome) != counterexample;
  });
  return decided == (test.quantifier == Quantifier::exists);
}

}  // namespace opexplore::random_programs
