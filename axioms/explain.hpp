// Which axioms forbid an outcome.
//
// An outcome is forbidden by a set of axioms if the model without them allows it. That is asked of
// the model itself, with some of its checks made flags: sets of one axiom first, then of two, until
// some are found. So the answer also holds where checks decide what is enumerated, as those do that
// ask for pairs of a partial coherence order: without such a check its pairs are not asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "axioms/axioms.hpp"
#include "opmodel/results/prohibition.hpp"

namespace opexplore::axioms {

/// Why the model forbids the outcomes that `wanted` holds of and that pass the test's filter.
/// `options.timeout` is for everything together; `options.witnesses` and `options.enough` are not
/// looked at. Throws Unsupported as evaluate() does.
Explanation forbidding(const Model& model, const Test& test,
                       const std::function<bool(const Outcome&)>& wanted,
                       const EvaluateOptions& options = {});

/// The same of one outcome, values of Test::observables.
Explanation forbidding(const Model& model, const Test& test, const Outcome& outcome,
                       const EvaluateOptions& options = {});

}  // namespace opexplore::axioms
