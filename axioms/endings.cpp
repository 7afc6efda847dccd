#include "axioms/endings.hpp"

#include <variant>

#include "axioms/axioms.hpp"

namespace opexplore::axioms {

Endings asked_endings(const Test& test) {
  Endings result;
  for (const Observable& observable : test.observables) {
    const auto* const term = std::get_if<LocationTerm>(&observable);
    if (term == nullptr) continue;
    const LocationId location = test.program.addresses[term->address].location;
    const Location& asked = test.program.locations[location];
    if (asked.object != ObjectKind::ending) continue;
    (asked.name == "undef" ? result.undefined : result.deadlock) = location;
  }
  return result;
}

Outcome undefined_outcome(const Test& test) {
  const auto undefined = asked_endings(test).undefined;
  Outcome outcome;
  for (const Observable& observable : test.observables) {
    const auto* const term = std::get_if<LocationTerm>(&observable);
    const bool asked =
        term != nullptr && test.program.addresses[term->address].location == undefined;
    outcome.push_back(asked ? 1 : undefined_value);
  }
  return outcome;
}

}  // namespace opexplore::axioms
