// Meetings that put nothing into an order that is not in it without them.
#pragma once

#include <set>
#include <vector>

#include "litmus/kernels/protocol/classes.hpp"

namespace opexplore::kernel {

/// The classes of positions where threads meet, and need not: since the last meeting, which was of
/// the same threads, nobody has done anything; or nobody does anything any more. Whoever meets
/// somebody at one of these meets all at one of these. None of them is among `needed`.
std::set<ClassId> idle_meetings(const Extract& extract, const Classes& classes,
                                const std::set<ClassId>& needed);

}  // namespace opexplore::kernel
