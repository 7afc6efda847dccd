// Where the threads of a GPU_PTX test run (Sorensen 2014, section 3.1, figure 3.3).
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Whether the next token begins a scope tree.
bool at_scope_tree(const Tokens& tokens);

/// Reads `ScopeTree (device (cta (warp T0 T1) …) …) …` and places every thread. Levels are
/// numbered 0, 1, … among their neighbours unless a number follows their word.
void read_scope_tree(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
