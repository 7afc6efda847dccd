// Where threads that part at a branch come together again, if they run in a warp that has one
// program counter: at its immediate postdominator (Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation
// and Scheduling for Efficient GPU Control Flow, MICRO 2007, section 2.1).
#pragma once

#include <vector>

#include "opmodel/instruction.hpp"

namespace opexplore {

/// Per pc, the end included, the first place that every way from there to the end comes to, itself
/// left out: the immediate postdominator. The end where there is no way to the end, and of the end.
/// Sides of a branch that do not lead to the end have no say.
std::vector<InstructionId> reconvergence_points(const Thread& thread);

}  // namespace opexplore
