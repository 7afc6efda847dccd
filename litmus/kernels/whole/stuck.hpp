// Threads of a block of which nobody goes on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "litmus/kernels/whole/block_barriers.hpp"

namespace opexplore::kernel {

/// Whether the two lanes of a warp, of which the first waits for others, wait for each other at one
/// instruction.
bool wait_together(const Running& one, const Running& other);

/// \name Of threads that all wait or have ended, by number.
/// @{
/// A lane that waits for others, and one of these that waits for others by another mask.
std::optional<std::pair<std::uint32_t, std::uint32_t>> lanes_with_different_masks(
    std::span<const Running> threads);
/// "the mask 0x3 names lane 1, which waits with the mask 0x1 (PTX line 12)".
std::string difference_of_masks(const Running& one, const Running& other);
/// Threads that wait for ever: two lanes, or one at each barrier.
WholeDeadlock deadlock_of(std::uint32_t block, std::span<const Running> threads,
                          const std::map<Value, Gathered>& barriers);
/// @}

}  // namespace opexplore::kernel
