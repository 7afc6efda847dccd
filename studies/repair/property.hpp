// What a changed program must not do.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "studies/repair/judge.hpp"

namespace opexplore::repair {

/// That which the test says must not be: what its `exists` names, and what contradicts its
/// `~exists` or `forall`.
Proposition excluded_by(const Test& test);

/// That it does not end as is excluded_by() it, nor without a meaning, where a test asks for that.
/// Of a kernel also that no thread comes to a stop, as where an assertion fails.
Property by_condition(const Test& test, const kernel::Facts* kernel = nullptr);

/// What is at the end of the program as it stands, when all registers and locations are looked at;
/// of a kernel memory that others see, and what it is asked about.
struct Observed {
  Test test;                      ///< the property's, with all of them among its observables
  std::vector<Outcome> outcomes;  ///< those that pass the filter
  std::set<RacingPair> races;
};

/// Why something is not known, in a clause.
struct NotKnown {
  std::string why;
  bool never_ends = false;  ///< everything was seen, and there is no end
};

/// Explores all of it.
std::variant<Observed, NotKnown> observed(const Property& property, const ChosenMachine& machine,
                                          const ExploreOptions& options);

/// Of what was observed, what the property does not exclude.
std::vector<Outcome> not_excluded(const Observed& observed);

/// What shows that a thread of a kernel comes to a stop, if one has in the outcome of a test with
/// such observables.
const kernel::Assertion* stop_in(const Test& test, const kernel::Facts& kernel,
                                 const Outcome& outcome);

/// No outcome but these, and no data race but those observed.
Property by_outcomes(const Observed& observed, const std::vector<Outcome>& outcomes);

}  // namespace opexplore::repair
