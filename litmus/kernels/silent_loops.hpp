// Loops that no longer read what they wait for. A compiler may read a plain variable once in front
// of a loop that does not change it: `while (*flag == 0) {}` becomes a branch to itself.
#pragma once

#include <vector>

#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/facts.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A note for each loop that a thread of the program comes to, that has no way out, and that
/// neither touches memory nor waits at a barrier. It names what was read in front of the loop if
/// plain loads alone decide whether a thread goes there. The program is that of the threads.
std::vector<CompilerNote> silent_loops(const Surroundings& around,
                                       const std::vector<LaunchedExecutor>& threads,
                                       const Program& program);

}  // namespace opexplore::kernel
