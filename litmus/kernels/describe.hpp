// A launch in the words of CUDA.
#pragma once

#include <string>
#include <vector>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/facts.hpp"

namespace opexplore::kernel {

/// Fills kernels, launch, compiler and target of the facts. The threads are those of the launch.
void describe_launch(const Surroundings& around, const std::vector<LaunchedExecutor>& threads,
                     Facts& facts);

/// Fills what is known of the program's locations, by address.
void describe_locations(const Surroundings& around, const Program& program, Facts& facts);

/// What the threads are called: "block 0"; where a block has several threads "block 0, thread 1",
/// with "(1,0)" for one in two dimensions; with the kernel in front where several are launched, and
/// with "GPU 1" where there are several.
std::vector<std::string> thread_labels(const Surroundings& around,
                                       const std::vector<LaunchedExecutor>& threads);

/// "2", or "dim3(2, 2, 1)".
std::string shape_text(const Triple& shape);

}  // namespace opexplore::kernel
