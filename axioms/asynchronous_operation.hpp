// The events of operations that go on by themselves.
#pragma once

#include <vector>

#include "axioms/walk.hpp"

namespace opexplore::axioms {

/// The walks behind the instruction's events: one, or one for each location that the descriptor may
/// be the address of.
std::vector<Walk> ways_of_operation(const Program& program, const Walk& walk,
                                    const AsynchronousOperation& operation);

}  // namespace opexplore::axioms
