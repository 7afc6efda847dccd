// What shows what is wrong in a launch that was run once: some threads, and of each the
// instructions that matter.
#pragma once

#include <vector>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/whole/launch_run.hpp"

namespace opexplore::kernel {

/// The threads of a test, with their programs.
struct Excerpt {
  std::vector<LaunchedExecutor> threads;
  std::vector<ThreadCode> codes;
};

/// Accesses that race, threads that come to a barrier apart, or one that stops; without any of
/// these a thread that does nothing. Memory that racing threads access starts as it was then.
Excerpt excerpt_of(Surroundings& around, const LaunchRun& run, const LaunchedExecutor& first);

}  // namespace opexplore::kernel
