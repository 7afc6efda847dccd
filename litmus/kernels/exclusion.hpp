// Regions of the source that one thread at a time shall be in: critical sections.
//
// A way into a region stores the number of the thread in a location that nobody else accesses, a
// way out stores 0, both weakly. Two passes exclude each other if the way out of one happens before
// the way into the other. Where nothing orders them, two of the stores race. Where threads meet
// inside, which takes something that acquires there, passes can be ordered and interleave: a way in
// then also loads, and finds the number of the other thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/launch.hpp"

namespace opexplore::kernel {

struct LaunchedKernel;

/// The lines that a text means, "12-15", "lock.cuh:3" or several joined by '+'; none if it is no
/// such text.
std::vector<Lines> lines_in(std::string_view text);

/// Adds what watches Launch::exclusive, and Facts::exclusive. Throws InputError where no thread
/// executes anything there.
void watch_regions(const Launch& launch, LaunchedKernel& kernel);

}  // namespace opexplore::kernel
