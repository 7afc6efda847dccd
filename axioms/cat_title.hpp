// How a model file begins.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "axioms/cat_lexer.hpp"

namespace opexplore::axioms {

/// The title of a model and how many tokens it has; no title is empty and has none.
struct CatTitle {
  std::string text;
  std::size_t tokens = 0;
};

/// The title is a text, or words on a line of their own as in herd's files; words in front of a
/// text are an architecture. A misspelled axiom is no title.
CatTitle cat_title(const std::vector<Token>& tokens);

/// "did you mean `…`?" for a name that is nearly a word with which statements begin, else empty.
std::string meant_statement(const Token& token);

}  // namespace opexplore::axioms
