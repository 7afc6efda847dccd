// Simpler forms of one instruction.
#pragma once

#include <vector>

#include "litmus/generate/minimise/minimise.hpp"
#include "opmodel/program.hpp"

namespace opexplore::minimise {

/// Which forms are simpler.
struct Simpler {
  Keep keep = Keep::outcomes;
  bool may_weaken = true;  ///< see Draft
};

/// The forms of the action that are simpler by one step, simplest first: without pointer and cache
/// operator, through the generic proxy, of scope sys (in Vulkan the device), with the value 1; a
/// barrier of fewer operands; a move; a jump. With Keep::outcomes also an access to the first
/// location of the program. If they may order less also those that are weak or relaxed; a
/// read-modify-write as store or load; fence.acq_rel; in Vulkan all that it can lose. Not all of
/// them need to be accepted by the reader.
std::vector<Action> simpler_actions(const Action& action, const Program& program, Simpler simpler);

}  // namespace opexplore::minimise
