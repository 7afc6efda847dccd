// The words between the dots of an instruction of a test of Khronos, and which go together.
#pragma once

#include "litmus/language/khronos_format/instruction.hpp"

namespace opexplore::detail {

/// Reads the first word of the line into `kind` and `modifiers`. The words may stand in any order;
/// that of the instruction is one of them. Refuses unknown words, those given twice, and what the
/// formal model has no instruction for.
void read_khronos_words(const KhronosLine& line, KhronosInstruction& instruction);

}  // namespace opexplore::detail
