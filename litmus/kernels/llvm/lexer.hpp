// LLVM IR as tokens (LLVM LangRef, "Identifiers").
#pragma once

#include <string_view>
#include <vector>

#include "litmus/kernels/module.hpp"

namespace opexplore::kernel::llvm {

/// All tokens, comments left out; the last one has kind `end`. Names and strings are words, with
/// what stands in front of them: `%x`, `@"a b"`, `!dbg`, `#0`, `"text"`, `c"text"`. Throws
/// InputError for what is none.
std::vector<Token> tokenize(const Source& source);

/// The name without the sign in front and without quotes: `x` of `%x`, `a b` of `@"a b"`.
std::string_view bare(std::string_view name);

/// Whether it is a name with that sign: `%`, `@`, `!` or `#`.
bool is_name(const Token& token, char sign);
bool is_string(const Token& token);

}  // namespace opexplore::kernel::llvm
