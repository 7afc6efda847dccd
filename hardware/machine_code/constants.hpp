// Constants in the registers of a thread, and those that its accesses write.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hardware/machine_code/opcodes.hpp"

namespace opexplore::hardware {

/// What general registers hold for certain. Of those that are not there nothing is known.
using Constants = std::map<std::uint8_t, std::uint32_t>;

/// What they hold after the instruction.
void execute(InstructionWord word, std::uint32_t sm, Constants& constants);

/// Whether it is understood as filling a register, and does nothing else.
bool only_moves(InstructionWord word, std::uint32_t sm);

/// Forgets what `other` does not say as well. Whether there was anything to forget.
bool keep_common(Constants& constants, const Constants& other);

/// The operands of an access that writes, as signed numbers of `word_bytes`: the value, or of a
/// compare-and-swap the one to compare and the new one. Nothing for one that is not known; empty
/// for an instruction that writes nothing to memory.
std::vector<std::optional<std::int64_t>> written_by(InstructionWord word, std::uint32_t word_bytes,
                                                    const Constants& constants);

}  // namespace opexplore::hardware
