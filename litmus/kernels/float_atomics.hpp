// Read-modify-writes of floating-point numbers.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// `atom.add` and `red.add` of a floating-point type at that address, of the operand there. No
/// machine knows it: the thread adds, and tries again if somebody came between. What it reads in
/// vain it could have read at once, so that the outcomes are those of one read-modify-write.
void add_float(Step& step, AddressId address, Type type, Order order, Scope scope,
               const PtxOperand& operand);

}  // namespace opexplore::kernel
