// A kernel as one thread of a launch executes it.
#pragma once

#include "litmus/spirv/step.hpp"

namespace opexplore::spirv {

/// The program of the thread: loops with a known number of turns are unrolled, loops that wait stay
/// loops. Addresses in it are provisional, and jumps to its end are in `ends`. Throws InputError
/// for what is not modelled.
ThreadCode thread_code(Surroundings& around, const Invocation& invocation);

}  // namespace opexplore::spirv
