// Data races as bugs of a kernel.
#pragma once

#include <vector>

#include "answers/kernel/verdict.hpp"

namespace opexplore {

/// A bug for each two lines of the source that race, whatever they race on.
std::vector<Bug> race_bugs(const AnsweredTest& answered, const ExploreOptions& explore);

}  // namespace opexplore
