// What is known of registers of a kernel without executing it: numbers that follow from the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// The numbers that threads of the grid may have in the register; nothing if they are not known: it
/// is written more than once, or not computed from the numbers of threads and blocks, from
/// parameters and from constants.
std::optional<std::set<Value>> known_values(const Entry& entry, const Grid& grid,
                                            std::uint16_t reg);

}  // namespace opexplore::kernel
