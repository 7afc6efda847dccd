// Barriers that mend the races of a launch that was run once, found by compiling and running it
// with them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/nvcc.hpp"

namespace opexplore::kernel {

/// Lines that make every execution the same one: a `__syncthreads();`, and what copies need, a
/// fence between the proxies or a wait. None if that is not found among the lines around the
/// accesses. `text` is the source, `how` how it is compiled. Throws GivenUp at the deadline.
std::vector<Facts::Whole::NewLine> mending_lines(const std::string& text,
                                                 const std::filesystem::path& source,
                                                 const Compilation& how, const Launch& launch,
                                                 const Facts::Whole& whole);

}  // namespace opexplore::kernel
