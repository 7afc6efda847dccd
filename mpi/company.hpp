// The company that processes of mpirun are for each other. Rank 0 hands out work and puts the
// results together, the others do it. Who dies costs what it had a second time.
#pragma once

#include <functional>

#include "studies/company.hpp"

namespace opexplore {

using EndSession = std::function<void()>;

/// The company of a process that has met the others. Collective. Until they part, whose
/// `end_session` is to end MPI, all end when one dies; then what it returns needs no MPI, so that
/// work outlives processes. Throws std::runtime_error when they cannot reach rank 0.
Company company_of(const Ranks& ranks, const EndSession& end_session);

}  // namespace opexplore
