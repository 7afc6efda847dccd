// What a main over MPI is: the ranks meet, all do the same, and rank 0 alone says something.
#pragma once

#include <functional>
#include <string>

#include "studies/company.hpp"

namespace opexplore {

/// Runs `run` on each rank of mpirun, and gives the exit code. `program` is for messages.
int run_over_ranks(int& argc, char**& argv, const std::string& program,
                   const std::function<int(const Company&)>& run);

}  // namespace opexplore
