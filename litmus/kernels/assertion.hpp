// What happens where a kernel says that something went wrong (front/stops.hpp).
//
// It stops the grid. Here the thread ends, with a register that says which of them it was.
//
// WART: assertions-end-threads. The others go on.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Makes the thread say that it has stopped here.
void execute_stop(Step& step, const code::Stop& what);

}  // namespace opexplore::kernel
