// Which registers of a thread can still matter.
//
// The machines have such an analysis of their own. It is not used here, so that a mistake in one of
// the two shows as a difference between machine and model.
#pragma once

#include <vector>

#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

/// Per instruction, and for the end, the registers that something behind it reads before it writes
/// them; at the end those of `observed`. Arithmetic reads only if its result matters, so what a
/// counter counts for itself alone is not among them.
std::vector<RegisterSet> live_registers(const Thread& thread, const RegisterSet& observed);

}  // namespace opexplore::axioms
