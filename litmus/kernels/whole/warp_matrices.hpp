// What the lanes of a warp do with matrices together, in a launch that is run once (PTX ISA 9.7.16
// "Warp Level Matrix Instructions"): they add up products of what their registers hold, and move
// 8x8 matrices of 16 bits between registers and shared memory. Each lane reads and writes what its
// own registers get and give.
#pragma once

#include <cstdint>

#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"
#include "litmus/kernels/whole/lanes.hpp"

namespace opexplore::kernel {

/// All lanes of a warp have come to it; `first` is the number of the first one in its block. A lane
/// may stop. Throws InputError and LeftOpen.
void exchange_matrices(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes,
                       std::uint32_t block, std::uint32_t first);

}  // namespace opexplore::kernel
