// Questions about floating-point numbers: `total == 1.5`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "litmus/input/source.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// The question, a litmus test's, with the bits in place of each number that a floating-point
/// location is compared with; 0 is both zeros. `float_bytes` says by address how long these
/// locations are, and 0 for the others. Throws InputError, with a place in the question, where such
/// a location is ordered, or compared with something else.
std::string with_float_bits(const detail::Source& question, const Program& program,
                            const std::vector<std::uint32_t>& float_bytes);

}  // namespace opexplore::kernel
