// Instructions of a warp: those that name lanes by a mask (PTX ISA 9.7.9 and 9.7.13).
#pragma once

#include <cstdint>
#include <optional>

#include "litmus/kernels/exchange.hpp"

namespace opexplore::kernel {

/// The lanes of the operand. Nothing, and the thread stops, if the mask is wrong: if it names a
/// lane that the block does not have, or does not name the thread's own. All bits mean all lanes.
std::optional<Lanes> lanes_of(Step& step, const code::Operand& mask);

/// "0xffff".
std::string hexadecimal(std::uint32_t mask);

/// What is wrong with the mask; empty if it is right. Lanes that the block has and the launch does
/// not list are no mistake of the kernel.
std::string mistake_in(const Executor& executor, std::uint32_t mask);

/// The thread in that lane of the warp, if it is launched.
std::optional<ThreadId> thread_in_lane(const Executor& executor, std::uint32_t lane);

/// The operand as a value of the type, to be given to others; nothing if it is undefined.
std::optional<Operand> given_value(Step& step, const code::Operand& operand, Type type);

/// Waits for all threads that the meeting expects.
void meet_at(Step& step, Value meeting);

/// Each lane reads the register of another one (PTX ISA 9.7.9.6 "shfl.sync").
void shuffle(Step& step, const code::WarpOperation& what);

}  // namespace opexplore::kernel
