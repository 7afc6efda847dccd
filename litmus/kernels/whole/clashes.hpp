// What comes of an access that clashes with an earlier one, in a launch that is run once.
#pragma once

#include <cstdint>

#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/kernels/whole/clocks.hpp"
#include "litmus/kernels/whole/footprints.hpp"

namespace opexplore::kernel {

/// Notes an access of the object, before it is done, and with what it clashes: a race, locations of
/// a recording. Throws LeftOpen where it depends on the order of the two what comes of them.
void note_access(LaunchState& launch, const Clocks& clocks, std::uint16_t object,
                 const Touch& touch);

/// What the threads of a warpgroup know that read matrices together.
struct WarpgroupKnown {
  Clocks::Known all;   ///< each of them
  Clocks::Known some;  ///< one or the other
};
/// The same of an access that all of them are the ones who do. Throws LeftOpen also where some of
/// them alone know what is before it.
void note_access(LaunchState& launch, const Clocks& clocks, std::uint16_t object,
                 const Touch& touch, const WarpgroupKnown& known);

}  // namespace opexplore::kernel
