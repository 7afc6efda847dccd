// Barriers that not all threads of a block come to together, as bugs of a kernel.
#pragma once

#include <vector>

#include "answers/findings/findings.hpp"

namespace opexplore {

/// The bugs, one for each two places of the source.
std::vector<Bug> divergence_bugs(const AnsweredTest& run);

}  // namespace opexplore
