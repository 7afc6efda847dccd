// A smaller test, to read.
#pragma once

#include <string>

#include "studies/minimise/smaller_test.hpp"

namespace opexplore {

/// The smaller test itself and what became of each instruction, to follow the block of the
/// original.
std::string smaller_test_text(const Test& original, const SmallerTest& smaller);

}  // namespace opexplore
