// The part of a question that nothing in the program can change the answer to.
#pragma once

#include "opmodel/condition.hpp"

namespace opexplore::minimise {

/// Removes from condition and filter what they join by `/\` that holds of registers and locations
/// that nothing writes, and from `locations` what nothing writes and nobody mentions. Whether there
/// was any.
bool trim_question(Test& test);

}  // namespace opexplore::minimise
