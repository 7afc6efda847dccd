// Second opinions for a reader, in the form that reports on kernels have.
#pragma once

#include <iosfwd>
#include <vector>

#include "studies/second/second.hpp"

namespace opexplore::second {

/// Each finding with its answer, and what they come to. `explain`: with the steps to each bug.
void write_opinions(std::ostream& out, const Report& report, const std::vector<Opinion>& opinions,
                    bool explain);

}  // namespace opexplore::second
