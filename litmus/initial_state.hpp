// The `{ … }` block.
#pragma once

#include "litmus/builder.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::detail {

/// Reads from `{` to `}`.
void read_initial_state(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
