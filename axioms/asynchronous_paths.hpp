// What asynchronous instructions add to a path of their thread.
#pragma once

#include <vector>

#include "axioms/walk.hpp"

namespace opexplore::axioms {

/// The ways in which the thread can go on behind the instruction at `walk.pc`; at least one. A wait
/// may find the phase complete or not, and where it does not, there is no event: that is always
/// possible, and tells nothing. Throws Unsupported.
std::vector<Walk> asynchronous_ways(const Program& program, const Walk& walk,
                                    const AsynchronousAction& action);

/// Where a thread that comes to this instruction may have to stay for ever.
Stuck where_stuck(const Action& action);

}  // namespace opexplore::axioms
