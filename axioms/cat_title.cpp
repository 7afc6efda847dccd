#include "axioms/cat_title.hpp"

#include "axioms/cat_names.hpp"

namespace opexplore::axioms {

CatTitle cat_title(const std::vector<Token>& tokens) {
  CatTitle result;
  std::size_t end = 0;
  const std::size_t line = tokens.front().place.line;
  while (tokens[end].kind == Token::Kind::name && tokens[end].place.line == line) {
    result.text += (end == 0 ? "" : " ") + tokens[end].spelling;
    ++end;
  }
  if (end > 0) {
    const Token& after = tokens[end];
    const bool own_line = after.kind == Token::Kind::end || after.kind == Token::Kind::text ||
                          after.place.line != line;
    if (!own_line || !meant_statement(tokens.front()).empty()) return {};
  }
  if (tokens[end].kind == Token::Kind::text) {
    result.text = tokens[end++].spelling;
    // Old models of herd say here who enumerates co.
    while (tokens[end].spelling == "withco" || tokens[end].spelling == "withoutco") ++end;
  }
  result.tokens = end;
  return result;
}

std::string meant_statement(const Token& token) {
  if (token.kind != Token::Kind::name) return "";
  return did_you_mean(token.spelling, {"let", "acyclic", "irreflexive", "empty", "flag", "show",
                                       "unshow", "include", "option"});
}

}  // namespace opexplore::axioms
