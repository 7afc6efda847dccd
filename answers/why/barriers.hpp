// Which arrivals opened which barriers.
#pragma once

#include "answers/why/execution.hpp"

namespace opexplore::why_parts {

/// Fills Happening::barriers: the generations of the barriers are gathered again, in the order of
/// the steps.
void add_barriers(Happening& happening);

}  // namespace opexplore::why_parts
