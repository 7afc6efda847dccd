// A campaign over processes: rank 0 hands out ranges of tests and puts the results together, the
// others check. Who dies costs its ranges a second time.
#pragma once

#include <memory>

#include "tools/company.hpp"

namespace opexplore {

/// The company of a process that has met the others. Collective; what it returns needs no MPI, so
/// that a campaign outlives processes. Throws std::runtime_error when they cannot reach rank 0.
Company company_of(const Ranks& ranks);

}  // namespace opexplore
