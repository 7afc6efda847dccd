// How wide the locations and registers of a test have to be.
#pragma once

#include <cstdint>

#include "opmodel/program.hpp"

namespace opexplore::hardware {

/// 4 if all values that any execution with at most loop_bound jumps back can have are those of an
/// int32_t, so that 32-bit words read as signed numbers are exactly the values of the model; else
/// 8. A bound on magnitudes is enough for that: tests count to three.
std::uint32_t word_bytes(const Program& program);

}  // namespace opexplore::hardware
