// Code that prepares memory before a launch: constructors of objects, and the like.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Runs the setup of the launch, a kernel, by one thread and alone. Afterwards `around.memory` is
/// empty, and objects start with what the setup left. Throws InputError where that cannot be done:
/// among others if the kernel does not end, or an assert of it fails.
void run_setup(Surroundings& around);

}  // namespace opexplore::kernel
