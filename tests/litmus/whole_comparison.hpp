// Holds what one execution of a launch says against all executions.
#pragma once

#include <cstdint>
#include <string>

#include "litmus/kernels/launch.hpp"

namespace opexplore::testing {

/// What came of launches that were compared.
struct Counted {
  int decided = 0;  ///< one execution says it all
  int races = 0, apart = 0, stuck = 0;
  int open = 0;      ///< it says nothing
  int compared = 0;  ///< where both say something
};

/// Checks it on that machine, unless it takes more states.
void compare_whole(const std::string& module, kernel::Launch how, const std::string& machine,
                   std::uint64_t most_states, Counted& counted);

}  // namespace opexplore::testing
