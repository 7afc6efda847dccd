// Read-modify-writes that no machine knows: sums of floating-point numbers, and the least and
// greatest of unsigned ones.
#pragma once

#include "litmus/kernels/access_target.hpp"

namespace opexplore::kernel {

/// `atom` and `red` of the element of that index, of the operand there: the thread computes, and
/// tries again if somebody came between. What it reads in vain it could have read at once, so that
/// the outcomes are those of one read-modify-write. The register is the one that holds what was
/// there before. Precondition: the operation is add, min or max.
RegisterId update_in_loop(Step& step, const Target& target, const Access& access,
                          const Extent& extent, std::size_t index, const code::Operand& operand);

}  // namespace opexplore::kernel
