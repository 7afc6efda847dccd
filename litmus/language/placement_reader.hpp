// Where a thread runs, as its heading says it.
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads `cta 0,gpu 0`, a warp besides if wanted, in any order, and places the thread there.
void read_placement(Tokens& tokens, ProgramBuilder& builder, ThreadId thread);

}  // namespace opexplore::detail
