// What lanes of a warp compute together: votes, matches, sums.
#pragma once

#include <optional>

#include "litmus/kernels/warp.hpp"

namespace opexplore::kernel {

/// The bits of the members' predicates, by lane, in a register that the next use of
/// Scratch::result overwrites. Members whose bit the lanes' mask does not have count as 0.
RegisterId ballot(Step& step, const Lanes& lanes, const Operand& predicate);

/// \name What lanes compute: votes, matches, sums, leaders.
/// @{
void vote(Step& step, const code::WarpOperation& what);
void match(Step& step, const code::WarpOperation& what);
void reduce(Step& step, const code::WarpOperation& what);
void elect(Step& step);
/// @}

/// The predicate operand `p` or `!p`, as 0 or 1. Refuses what is undefined.
Operand predicate_value(Step& step, const code::Operand& operand);
/// Of 0 and 1 the other one.
Operand negation(Step& step, const Operand& predicate);

}  // namespace opexplore::kernel
