// The table of threads and instructions.
#pragma once

#include "litmus/builder.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::detail {

/// Reads the row of threads and the rows of instructions, up to the question.
void read_code(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
