// Code that prepares memory before a launch: constructors of objects, and the like.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Runs the setup of the launch, a kernel, alone. Afterwards `around.memory` is empty, and objects
/// start with what the setup left. Throws InputError where that cannot be done: among others if the
/// kernel does not end, an assert of it fails, or the order of its threads may matter.
void run_setup(Surroundings& around);

}  // namespace opexplore::kernel
