// What has to hold of the program that a launch has become.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Throws InputError where elements have initial values that they cannot hold, an order is one of a
/// single address space and the program accesses two, or an mbarrier is accessed as data.
/// Precondition: the locations are those of `around.memory`.
void check_program(const Surroundings& around, const Program& program);

}  // namespace opexplore::kernel
