// Locks and flags that are waited for, as source tests.
#pragma once

#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::mappings {

/// Two threads that take a lock, or hand a message over a flag that is waited for, with the memory
/// orders that such code is written with, right ones and wrong ones; none for other families.
std::vector<Test> locks_of(std::string_view family);

}  // namespace opexplore::mappings
