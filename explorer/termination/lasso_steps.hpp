// Steps without their words: what it takes to check a run.
#pragma once

#include <span>
#include <vector>

#include "opmodel/results/termination.hpp"

namespace opexplore {

std::vector<Step> steps_of(std::span<const TraceStep> trace);

/// Those of stem and loop.
LassoSteps steps_of(const Lasso& lasso);

}  // namespace opexplore
