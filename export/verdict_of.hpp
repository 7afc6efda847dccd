// What is wrong with a test, for writers that point at places: SARIF, annotations.
#pragma once

#include "answers/ask.hpp"

namespace opexplore {

/// Of a kernel that is told of in its own words its verdict; of another test what its answer says.
KernelVerdict verdict_of(const AnsweredTest& run);

}  // namespace opexplore
