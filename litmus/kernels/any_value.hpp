// Values that nobody knows: results of functions that have no body. Programs have no choices but
// those of memory: one more thread stores 1 where a thread that asks loads, before or after.
#pragma once

#include <string>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// A register of that many bits that gets 0 or 1. In a loop of the program it is 1 for ever once it
/// has been.
RegisterId any_value(Step& step, std::uint32_t bits);

/// Adds the thread that chooses, if somebody asks; elements are those of `around.memory`.
void add_chooser(const Surroundings& around, Program& program);

}  // namespace opexplore::kernel
