// The `{ … }` block.
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Reads from `{` to `}`.
void read_initial_state(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
