// Changes to all the code of a thread at once.
#pragma once

#include "opmodel/program.hpp"

namespace opexplore::random_programs {

/// Gives a thread the code and the registers of another one; it stays where it is.
void repeat_code(const Thread& of, Thread& thread);

/// Lets the thread run its code twice, counted by a register of its own. Without effect on a thread
/// without code, or with a full set of registers.
void run_twice(Thread& thread);

}  // namespace opexplore::random_programs
