// What memory holds when a launch that was run once has ended, and what of it nobody gave.
#pragma once

#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/whole/launch_run.hpp"

namespace opexplore::kernel {

/// Memory that was read although nobody says what it starts with, or how large it is.
std::vector<Assumption> assumptions_of_objects(const Surroundings& around,
                                               const std::function<bool(std::uint16_t)>& is_read);
std::vector<Assumption> assumptions_of_run(const Surroundings& around, const LaunchRun& run);

/// Memory starts as the run has left it: elements that a question mentions, and if there are none,
/// the first ones that were written of buffers, or else of variables. Of a run that shows a bug
/// nothing is said.
void show_end(Surroundings& around, LaunchRun& run);

}  // namespace opexplore::kernel
