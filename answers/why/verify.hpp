// The machine is asked whether the missing rows forbid the outcome.
#pragma once

#include <optional>

#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Sets what rows say of runs: which are needed, enough alone, enough in another way; adds those of
/// other ways to the same outcome.
void verify(const Test& test, const Rules& rules, const WhyQuestion& question,
            Violation& violation);

/// A trace of the program to what its condition asks for, if one is found within the limits of a
/// row; of `forall` to what it excludes.
std::optional<Trace> trace_to_condition(const Test& test, const WhyQuestion& question);

/// The rows of the first cycle of an execution for which somebody is to blame; none of an
/// interleaving.
std::vector<WhyRow> first_rows(const Happening& happening, const Rules& rules);

}  // namespace opexplore::why_parts
