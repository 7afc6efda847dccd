// The machine is asked whether the missing rows forbid the outcome.
#pragma once

#include "answers/why/strength.hpp"
#include "answers/why/why.hpp"

namespace opexplore::why_parts {

/// Sets what rows say of runs: which are needed, enough alone, enough in another way; adds those of
/// other ways to the same outcome.
void verify(const Test& test, const Rules& rules, const WhyQuestion& question,
            Violation& violation);

/// The rows of the first cycle of an execution for which somebody is to blame; none of an
/// interleaving.
std::vector<WhyRow> first_rows(const Happening& happening, const Rules& rules);

}  // namespace opexplore::why_parts
