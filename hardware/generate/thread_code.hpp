// A thread of a test as PTX.
#pragma once

#include "hardware/generate/code_context.hpp"

namespace opexplore::hardware {

/// The lines of the asm block that is the role, between its braces.
Lines thread_code(const Prepared& prepared, ThreadId thread);

}  // namespace opexplore::hardware
