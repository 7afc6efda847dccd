// Data races as bugs of a kernel.
#pragma once

#include <vector>

#include "answers/findings/mend.hpp"

namespace opexplore {

/// A bug for each two lines of the source that race, whatever they race on.
std::vector<Mendable> race_bugs(const AnsweredTest& answered);

}  // namespace opexplore
