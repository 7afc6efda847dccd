// What stands below the code, as text: the same in all dialects so far.
#pragma once

#include <string>

#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// `locations`, `filter` and the quantified condition.
std::string question_text(const Test& test);

}  // namespace opexplore::detail
