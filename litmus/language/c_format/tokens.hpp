// The tokens of C++ tests: those of C, and the /\ and \/ of the question.
#pragma once

#include <vector>

#include "litmus/language/lexer.hpp"

namespace opexplore::detail {

/// Skips blanks, `// …` and `/* … */`.
void skip_c_blanks(Scanner& scanner);

/// All tokens from the initial state on; the last one has kind `end`. `(*` opens a comment outside
/// of the threads alone: inside it is a parenthesis and a star. A text in quotes is one symbol.
std::vector<Token> tokenize_c(Scanner scanner);

}  // namespace opexplore::detail
