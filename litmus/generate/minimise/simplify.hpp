// Simpler forms of a whole test.
#pragma once

#include <vector>

#include "litmus/generate/minimise/draft.hpp"

namespace opexplore::minimise {

/// The draft without what its instructions do not use (threads, registers, names), with simpler
/// places, without shared locations, with initial values of 0, and with a shorter question; by one
/// step each. The instructions stay.
std::vector<Draft> simpler_surroundings(const Draft& draft);

}  // namespace opexplore::minimise
