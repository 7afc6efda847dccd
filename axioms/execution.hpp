// What an execution ends in, and the execution itself for those who show it.
#pragma once

#include <vector>

#include "axioms/axioms.hpp"
#include "axioms/evaluation.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// Every final memory, by location: the value of a coherence-last write of each. Locations that
/// the test does not observe have one value.
std::vector<std::vector<Value>> final_memories(const Test& test, const Skeleton& skeleton,
                                               const Values& values, const Relation& coherence);

/// The values of the test's observables.
Outcome outcome_of(const Test& test, const Skeleton& skeleton, const Values& values,
                   const std::vector<Value>& memory);

/// Precondition: Evaluation::show() was called.
Execution execution_of(const Plan& plan, const Skeleton& skeleton, const Values& values,
                       const ReadsFrom& reads_from, Evaluation& evaluation);

/// What Execution::broken says. Precondition: Evaluation::show() was called.
std::vector<NamedRelation> broken_flags(const CompiledModel& model, const Evaluation& evaluation);

}  // namespace opexplore::axioms
