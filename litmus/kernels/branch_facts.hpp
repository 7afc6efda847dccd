// What a guard says of a register on one side of a branch: behind `setp.ne.s32 %p1, %r1, 1;
// @%p1 bra L;` the register is 1. Compilers use it: of `if (ticket == gridDim.x - 1)` they go on
// with the ticket where the source has the number of blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "code/function.hpp"
#include "litmus/kernels/module.hpp"

namespace opexplore::kernel {

/// The comparison for equality that the guard of the instruction is the result of: it stands in
/// front of it without a label between, and nothing of it has changed since. What it compares
/// counts as read by the guard (live_registers()).
std::optional<std::size_t> comparison_of(const code::Function& function, std::size_t at);

/// The register that the comparison, of two known to be equal, says something of, and with what it
/// is compared; nothing where types differ.
std::optional<std::pair<std::uint16_t, code::Operand>> equal_register(
    const Entry& entry, const code::Instruction& comparison);

}  // namespace opexplore::kernel
