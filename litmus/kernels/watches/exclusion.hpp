// Regions of the source that one thread at a time shall be in: critical sections.
//
// A way into a region stores the number of the thread in a location that nobody else accesses, a
// way out stores 0, both weakly. Two passes exclude each other if the way out of one happens before
// the way into the other. Where nothing orders them, two of the stores race. Where threads meet
// inside, which takes something that acquires there, passes can be ordered and interleave: a way in
// then also loads, and finds the number of the other thread.
#pragma once

#include <string_view>

#include "litmus/kernels/watches/watch.hpp"

namespace opexplore::kernel {

/// Puts the ways in and out into the program. Throws InputError.
Watched watch_exclusion(const WatchedLines& asked, const Launch& launch, LaunchedKernel& kernel);

/// "comes in" of a way in, "goes out" of a way out.
std::string_view said_of_pass(const Action& action);

}  // namespace opexplore::kernel
