// Lines of the source that a question is about, and the instructions that are in them.
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

/// "lines 12 to 15 and line 20 of lock.cuh".
std::string text_of(const std::vector<Lines>& regions);

/// By thread and instruction, whether it is in the lines. Throws InputError where none is.
std::vector<std::vector<bool>> instructions_in(const std::vector<Lines>& regions,
                                               const Launch& launch, const LaunchedKernel& kernel);

}  // namespace opexplore::kernel
