// Barriers of CTAs (PTX ISA 9.7.13.1 "bar", "barrier"): what an instruction says.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The barrier that the step names, waiting for all threads. Throws InputError where its number is
/// not known, or is none of a barrier.
Barrier barrier_named(Step& step, const code::BarrierOperation& what);

/// For how many threads of the block the operand says that it waits: those of whole warps.
Value threads_awaited(Step& step, const code::Operand& operand);

}  // namespace opexplore::kernel
