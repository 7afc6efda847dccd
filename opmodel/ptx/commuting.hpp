// Atomics that come in any order to the same end.
#pragma once

#include "opmodel/parts/liveness.hpp"
#include "opmodel/ptx/future.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Atomics of which nobody can tell the order (docs/machines-ptx.md, Reductions). All accesses of
/// their location are relaxed atomics of one kind that commutes, morally strong with each other,
/// at one address through the generic proxy; what they read is dead, and no acquire pattern begins
/// with them, so that nothing is learnt there. Whichever goes first, the location ends the same.
/// `futures`: of all instructions, per thread and pc.
InstructionMarks commuting_atomics(const Semantics& semantics, const Liveness& liveness,
                                   const std::vector<std::vector<Future>>& futures);

}  // namespace opexplore::ptx_model
