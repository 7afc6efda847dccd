// A launch as the program of its threads.
#pragma once

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/sizes.hpp"

namespace opexplore::kernel {

/// What each thread executes, and what is known beside that. Throws InputError for what is not
/// modelled, and what the launch leaves open; and GivenUp at its deadline.
LaunchedKernel translated(const Source& source, const Module& module, const Launch& launch,
                          Sizes& sizes);

/// The threads of the launch that others can tell something of, where what the rest does follows
/// from these (protocol/learn.hpp). Throws as translated(), and LeftOpen where it does not, or
/// there is too much of it. Precondition: the launch has one grid, of which all threads run, and
/// somebody explores programs for it (Launch::ends_of).
LaunchedKernel translated_blocks(const Source& source, const Module& module, const Launch& launch);

/// What is left of the launch where it is run once (Facts::whole). Throws as translated(), and
/// LeftOpen where that does not say what all executions do, and shows no bug. Precondition: it has
/// one grid, of which all threads run.
LaunchedKernel translated_run(const Source& source, const Module& module, const Launch& launch);

}  // namespace opexplore::kernel
