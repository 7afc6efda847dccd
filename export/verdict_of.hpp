// What is wrong with a test, for writers that point at places: SARIF, annotations.
#pragma once

#include "answers/ask.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// What is wrong, and what mends it.
Needs bug_needs(const AnsweredTest& run, const OutputOptions& options);

/// Of a kernel that is told of in its own words its verdict; of another test what was gathered.
const KernelVerdict& verdict_of(const AnsweredTest& run);

}  // namespace opexplore
