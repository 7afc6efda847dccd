// PTX text as tokens (PTX ISA 4.3 "Comments", 4.4 "Statements", 4.5 "Identifiers").
#pragma once

#include <vector>

#include "litmus/language/lexer.hpp"

namespace opexplore::kernel {

/// Whether identifiers have it behind their first character.
bool is_in_identifier(char c);

/// All tokens of a module; the last one has kind `end`. Words are identifiers, also those that
/// begin with `%`, `$` or `_`; numbers are whole words that begin with a digit; a quoted string is
/// one symbol, quotes included. Throws InputError for characters that PTX does not have.
std::vector<detail::Token> tokenize(const detail::Source& source);

}  // namespace opexplore::kernel
