// What a compiler promises of operands (code::Promise): where it does not hold, the result is no
// value, and the thread goes wrong where that is used (LLVM LangRef, "Poison Values").
#pragma once

#include "code/compute.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Whether a promise is broken: then the result has been set to no value. Of operands that are
/// known only when the program runs the promise is believed, and an assumption says so.
bool breaks_promise(Step& step, const code::Compute& what);

}  // namespace opexplore::kernel
