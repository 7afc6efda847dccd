// One instruction of one thread of a Vulkan test.
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads one instruction and adds it to the program.
void read_vulkan_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

}  // namespace opexplore::detail
