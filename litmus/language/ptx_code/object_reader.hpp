// Objects of the initial state that are no data, and instances of shared memory.
#pragma once

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// Whether `@ mbarrier`, `@ tensormap` or `@ tensor` follows.
bool at_object(const Tokens& tokens);

/// Reads `@ mbarrier`, `@ mbarrier 2`, `@ tensormap = 0`, `@ tensormap = &x` or `@ tensor = 0`
/// behind the name.
void read_object(Tokens& tokens, ProgramBuilder& builder, const Token& name);

/// The name, and `@1` if that follows: the instance in CTA 1.
Token with_instance(Tokens& tokens, ProgramBuilder& builder, const Token& name);

/// The same in the initial state, where `x @ 0x2000 = 3` gives the address of x: an instance is
/// written without blanks, and its number is less than any address that is given.
Token with_declared_instance(Tokens& tokens, ProgramBuilder& builder, const Token& name);

/// Refuses a count of arrivals that an mbarrier cannot have (PTX ISA 9.7.15.16.2).
void require_count(const Source& source, SourcePlace place, Value count);

}  // namespace opexplore::detail
