#include "explorer/termination/lasso_steps.hpp"

namespace opexplore {

std::vector<Step> steps_of(std::span<const TraceStep> trace) {
  std::vector<Step> steps;
  steps.reserve(trace.size());
  for (const TraceStep& taken : trace) steps.push_back(taken.step);
  return steps;
}

LassoSteps steps_of(const Lasso& lasso) {
  return {steps_of(lasso.stem.steps), steps_of(lasso.loop)};
}

}  // namespace opexplore
