// C++ tests in herd's C format: the initial state and the threads.
#pragma once

#include "litmus/builder.hpp"
#include "litmus/tokens.hpp"

namespace opexplore::detail {

/// Reads from the `{` of the initial state up to the question. docs/cxx-litmus.md describes what
/// is accepted. Throws InputError.
void read_cxx_program(Tokens& tokens, ProgramBuilder& builder);

}  // namespace opexplore::detail
