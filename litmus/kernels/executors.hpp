// The threads of a launch.
#pragma once

#include <vector>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// A thread, its kernel, and the names of its results.
struct LaunchedExecutor {
  Executor executor;
  const Entry* entry = nullptr;
  std::vector<NewRegister> results;
};

/// All threads of the launch, in order, their parameters bound to objects of `around.memory`;
/// fills `several_ctas` and `several_gpus` of `around`. Throws InputError.
std::vector<LaunchedExecutor> executors_of(Surroundings& around);

}  // namespace opexplore::kernel
