#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads one instruction of the thread and adds it to the program.
void read_amdgpu_instruction(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

/// Reads a number of 32 bits, the type that programs of this dialect compute in.
Value expect_i32(Tokens& tokens, std::string_view what);

}  // namespace opexplore::detail
