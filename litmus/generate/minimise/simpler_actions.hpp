// Simpler forms of one instruction.
#pragma once

#include <vector>

#include "litmus/generate/minimise/minimise.hpp"
#include "opmodel/program.hpp"

namespace opexplore::minimise {

/// The forms of the action that are simpler by one step, simplest first: without pointer and cache
/// operator, through the generic proxy, of scope sys, with the value 1; a barrier of fewer
/// operands; a move; a jump. With Keep::outcomes also those that order less – weak or relaxed; a
/// read-modify-write as store or load; fence.acq_rel – and an access to the first location of the
/// program. Not all of them need to be accepted by the reader.
std::vector<Action> simpler_actions(const Action& action, const Program& program, Keep keep);

}  // namespace opexplore::minimise
