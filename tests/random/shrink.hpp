// Makes a failing random test small enough to read.
#pragma once

#include <functional>

#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// A test on which `fails` still holds and no single simplification (a thread or an
/// instruction fewer, a weaker or simpler instruction, fewer CTAs) keeps it failing.
/// Precondition: fails(test). Greedy, so not necessarily the smallest.
Test shrink(Test test, const std::function<bool(const Test&)>& fails);

}  // namespace opexplore::random_programs
