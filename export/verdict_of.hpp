// What is wrong with a test, for writers that point at places: SARIF, annotations.
#pragma once

#include "answers/kernel/verdict.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// Of a kernel verdict_on(), of another test what its answer alone says.
KernelVerdict verdict_of(const AnsweredTest& run, const OutputOptions& options);

}  // namespace opexplore
