// Products of matrices that the threads of a warpgroup compute together, in a launch that is run
// once (PTX ISA 9.7.17). They are one operation, which reads shared memory by the asynchronous
// proxy, behind what the threads did before their last `wgmma.fence`.
#pragma once

#include <cstdint>
#include <span>

#include "litmus/kernels/whole/block_barriers.hpp"
#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"

namespace opexplore::kernel {

/// The thread comes to a product. Throws LeftOpen where it is in no whole warpgroup.
void require_warpgroup(const LaunchState& launch, std::span<const Running> threads,
                       std::uint32_t number);

/// Computes what all threads of a warpgroup have come to, and lets them go on. False if there is
/// nothing such. Throws InputError and LeftOpen.
bool multiply_matrices(LaunchState& launch, std::span<Running> threads, Clocks& clocks,
                       std::uint32_t block);

}  // namespace opexplore::kernel
