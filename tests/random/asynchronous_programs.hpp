// Random programs with all that PTX 8 and 9 have: asynchronous operations, mbarriers, tensormaps,
// clusters, dependent grids, and the accesses and fences of before.
#pragma once

#include <cstdint>

#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// The program with that number: two or three threads that do what kernels do: one or two idioms,
/// each of which goes from thread to thread, with lines left out, and with others in between. All
/// registers and all data are observed, and how it ends in half of the programs without loops.
///
/// Left out by construction, as its answers are different on purpose: undefined behaviour is not
/// asked of a program with a loop. An execution with a thread that waits for ever is undefined for
/// a machine, and none for axioms, which see executions that end; and a barrier of a cluster is
/// waited for by who has arrived there, everything else is undefined (PTX ISA 9.7.15.3). And no
/// thread comes twice to a barrier of so many threads: that the second time is behind the first
/// generation is nothing that the axioms know.
Test random_asynchronous(std::uint64_t seed);

}  // namespace opexplore::random_programs
