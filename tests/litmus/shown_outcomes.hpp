// Outcomes as text.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "axioms/compiled_model.hpp"
#include "axioms/library.hpp"
#include "opmodel/condition.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/litmus/kernel_outcomes.hpp"

namespace opexplore::testing {

using Shown = std::set<std::string>;

/// "0:r1=1 x=0" for each.
inline std::string shown(const Test& test, const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    text += (i == 0 ? "" : " ") + to_string(test.observables[i], test.program) + "=" +
            std::to_string(outcome.at(i));
  }
  return text;
}

/// What the machine reaches.
inline Shown outcomes_on(const Test& test, const std::string& machine) {
  Shown result;
  for (const AnsweredOutcome& outcome : explored(test, machine).outcomes) {
    result.insert(shown(test, outcome.values));
  }
  return result;
}

/// What the model allows.
inline Shown outcomes_in(const Test& test, const std::string& model) {
  Shown result;
  for (const Outcome& outcome :
       axioms::values_of(axioms::evaluate(axioms::load_model(model), test, {}))) {
    result.insert(shown(test, outcome));
  }
  return result;
}

}  // namespace opexplore::testing
