// The table of threads and instructions.
#pragma once

#include "litmus/builder.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::detail {

/// Reads `cta 0,gpu 0`, a warp besides if wanted, in any order, and places the thread there.
void read_placement(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

/// Reads the row of threads and the rows of instructions, up to the question.
void read_code(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
