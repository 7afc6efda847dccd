// The initial state and the threads of a C++ test as text.
#pragma once

#include <string>

#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// From the `{` of the initial state to the last `}`. Precondition: a C++ program, whose accesses
/// name their locations (no pointers).
std::string cxx_program_text(const Test& test);

}  // namespace opexplore::detail
