// Pairs that a check needs an order to have, found in the model's text.
#pragma once

#include <string>
#include <vector>

#include "axioms/compiled_model.hpp"

namespace opexplore::axioms {

/// Where a check is written.
struct CheckPlace {
  std::string path;
  SourcePlace place;
};

/// Fills model.demands. With partial coherence only least orders are enumerated, so every other
/// check has to hold of a smaller order if it holds of a larger one: throws CatError where it need
/// not. `places` are those of model.checks.
void find_demands(CompiledModel& model, const std::vector<CheckPlace>& places);

}  // namespace opexplore::axioms
