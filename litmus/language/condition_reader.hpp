// What stands below the code: the quantified condition, `filter`, `locations`.
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

/// Whether the next token begins that part of a test.
bool at_question(const Tokens& tokens);

/// Reads to the end of the file; fills quantifier, condition, filter, observables
/// and shown of `test`, whose program must be in place.
void read_question(Tokens& tokens, const ProgramBuilder& names, Test& test);

}  // namespace opexplore::detail
