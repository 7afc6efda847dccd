// What a report says beside the verdict of a launch.
#pragma once

#include <vector>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/facts.hpp"

namespace opexplore::kernel {

/// Adds what the compiler did to the program, what the launch leaves out, and what was chosen for
/// it. The threads are those of the program; `prints`: some of the launch call printf.
void add_notes(const Surroundings& around, const std::vector<LaunchedExecutor>& threads,
               bool prints, LaunchedKernel& result);

}  // namespace opexplore::kernel
