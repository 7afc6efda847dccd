// What a changed program must not do.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "studies/repair/judge.hpp"

namespace opexplore::repair {

/// That which the test asks about: what its `exists` names, and what contradicts its `~exists` or
/// `forall`.
Property by_condition(const Test& test);

/// What the program as it stands does, when all registers and locations are looked at.
struct Observed {
  Test test;                      ///< the test, with all of them among its observables
  std::vector<Outcome> outcomes;  ///< those that pass the filter
  std::set<RacingPair> races;
};

/// Why something is not known, in a clause.
struct NotKnown {
  std::string why;
  bool never_ends = false;  ///< everything was seen, and there is no end
};

/// Explores all of it.
std::variant<Observed, NotKnown> observed(const Test& test, const ChosenMachine& machine,
                                          const ExploreOptions& options);

/// Of what was observed, what the test does not exclude (by_condition()).
std::vector<Outcome> not_excluded(const Observed& observed);

/// No outcome but these, and no data race but those observed.
Property by_outcomes(const Observed& observed, const std::vector<Outcome>& outcomes);

}  // namespace opexplore::repair
