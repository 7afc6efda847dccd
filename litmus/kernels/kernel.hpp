// PTX kernels as litmus tests. docs/kernels.md says what is understood.
#pragma once

#include <string>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// Reads the PTX module `text`, whose name in messages is `path`, and makes the test that the
/// launch describes: for each thread of the launch what it executes, for each word of memory that
/// it accesses a location. Instructions have their places and texts in the module. Throws
/// InputError, with a place in the module where there is one, for what PTX does not have, what is
/// not modelled, and what the launch leaves open; and GivenUp at its deadline.
Test read_kernel(std::string text, std::string path, const Launch& launch);

/// Refuses a kernel whose test shows a bug of one execution, and says nothing of the others
/// (Facts::whole), for whoever asks of all of them. Throws InputError.
void require_all_executions(const LaunchedKernel& kernel);

/// \name The same, with what is known beside the program.
/// @{
LaunchedKernel read_launched(std::string text, std::string path, const Launch& launch);
LaunchedKernel read_launched(const ModuleFile& file, const Launch& launch);
/// @}

}  // namespace opexplore::kernel
