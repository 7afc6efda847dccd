// Counters that compilers of WGSL put into loops, so that none is endless for the compiler of the
// driver.
#pragma once

#include <cstddef>

#include "litmus/spirv/body.hpp"

namespace opexplore::spirv {

/// Takes them out of the body, and gives how many there were. Such a counter is a variable of the
/// function that begins with all bits set, that nothing else sees, of which each turn takes one,
/// and that leaves the loop at zero: after 2^32 turns at least, which no execution comes to.
std::size_t remove_turn_counters(Body& body, const Declarations& declarations);

}  // namespace opexplore::spirv
