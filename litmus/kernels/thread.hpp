// What one thread of a launch does.
#pragma once

#include <cstdint>
#include <set>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The program of a thread: the kernel executed as far as the launch determines it, every way
/// through it followed. Loops with a known number of turns come out unrolled, loops that
/// wait as loops. The registers in `observed` have their last values at the end. Addresses are
/// provisional (see Memory). `start` has registers that exist in any case. Throws InputError for
/// what is not modelled and can be reached.
ThreadCode thread_code(Surroundings& around, const Executor& executor, const Entry& entry,
                       const std::set<std::uint16_t>& observed, ThreadCode start = {});

}  // namespace opexplore::kernel
