// Read-modify-writes of floating-point numbers.
#pragma once

#include "litmus/kernels/access_target.hpp"

namespace opexplore::kernel {

/// `atom.add` and `red.add` of a floating-point type at that place, of the operand there. No
/// machine knows it: the thread adds, and tries again if somebody came between. What it reads in
/// vain it could have read at once, so that the outcomes are those of one read-modify-write.
void add_float(Step& step, const Target& target, const Access& access, const Extent& extent,
               const PtxOperand& operand);

}  // namespace opexplore::kernel
