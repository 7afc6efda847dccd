// The company that processes of mpirun are for each other. Rank 0 hands out work and puts the
// results together, the others do it. Who dies costs what it had a second time.
#pragma once

#include "tools/company.hpp"

namespace opexplore {

/// The company of a process that has met the others. Collective; but for its ranks, what it returns
/// needs no MPI, so that work outlives processes. Throws std::runtime_error when they cannot reach
/// rank 0.
Company company_of(const Ranks& ranks);

}  // namespace opexplore
