// Matrices that a warp holds in an order that PTX leaves open, in a launch that is run once (PTX
// ISA 9.7.16.4 "Matrix multiply-accumulate operation using wmma instructions"). One order is chosen
// here, in which hardly anybody would guess a lane's elements: so a lane that accesses in memory
// what the lanes of its warp move, with nothing to order the two, is found racing with another
// lane.
#pragma once

#include <cstdint>

#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"
#include "litmus/kernels/whole/lanes.hpp"
#include "litmus/kernels/whole/matrix_numbers.hpp"

namespace opexplore::kernel {

/// Row and column of the element that a lane holds as the one of that number. Each lane holds the
/// 32nd part of the elements, or that part several times.
Fragment fragment_place(const code::WarpMatrix& matrix, std::uint32_t lane, std::uint32_t number);

/// All lanes of a warp have come to a FragmentTransfer or a FragmentProduct; `first` is the number
/// of the first one in its block. A lane may stop. Throws InputError and LeftOpen.
void exchange_fragments(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes,
                        std::uint32_t block, std::uint32_t first);

}  // namespace opexplore::kernel
