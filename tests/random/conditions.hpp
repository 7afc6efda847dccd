// Random questions about a program whose outcomes are known.
#pragma once

#include <set>
#include <vector>

#include "litmus/generate/random_numbers.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// The same program with some of the observables alone: what nobody asks for may be dead.
Test observing(const Test& test, const std::vector<std::size_t>& kept);

/// The values of those observables in each of the outcomes.
std::set<Outcome> projected(const std::set<Outcome>& outcomes,
                            const std::vector<std::size_t>& kept);

/// A subset of the observables, never empty where there are any.
std::vector<std::size_t> some_observables(const Test& test, Random& random);

/// The test with a random condition on all its observables, and any quantifier. It is made of
/// values that the outcomes have, mostly of one outcome: conjunctions, a quarter of them
/// disjunctions of two, a quarter of the comparisons disequalities, an eighth of the conditions
/// negated. Some have a filter. Precondition: there are observables and outcomes.
Test asking(const Test& test, const std::set<Outcome>& outcomes, Random& random);

/// Whether the quantified condition, filter included, holds of these outcomes.
bool holds_of(const Test& test, const std::set<Outcome>& outcomes);

}  // namespace opexplore::random_programs
