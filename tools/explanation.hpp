// Why models forbid what a run asks about.
#pragma once

#include <vector>

#include "tools/rendering.hpp"

namespace opexplore {

/// For outcomes that one side of a comparison has and the other, a model, certainly lacks: for the
/// first few. Nothing where no executions are asked for.
std::vector<Forbidden> differences_explained(const Context& context, const Test& test,
                                             const OutcomeComparison& comparison,
                                             const ExploreOptions& explore);

/// Why a model has no outcome that satisfies the proposition. Nothing for a machine, where there is
/// one, and where no executions are asked for.
std::vector<Forbidden> verdict_explained(const Context& context, const Test& test,
                                         const Report& report, const ExploreOptions& explore);

}  // namespace opexplore
