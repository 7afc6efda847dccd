// Barriers of CTAs (PTX ISA 9.7.13.1 "bar", "barrier"): what an instruction says.
#pragma once

#include <cstdint>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// What an instruction on a barrier does.
enum class BarrierDeed : std::uint8_t { sync, arrive, red };

/// Throws InputError for what is not modelled.
BarrierDeed barrier_deed(const Step& step);

/// The barrier that the operand names, waiting for all threads. Throws InputError where its number
/// is not known, or is none of a barrier.
Barrier barrier_named(Step& step, const PtxOperand& number);

/// For how many threads of the block the operand says that it waits: those of whole warps.
Value threads_awaited(Step& step, const PtxOperand& operand);

}  // namespace opexplore::kernel
