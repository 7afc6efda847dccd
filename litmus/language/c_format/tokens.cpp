#include "litmus/language/c_format/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace opexplore::detail {

namespace {

// Longer ones first.
constexpr std::array<std::string_view, 25> long_c_symbols = {
    "<<=", ">>=", "/\\", "\\/", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=",  "^=",  "==",  "!=",  "<=", ">=", "&&", "||", "::", "<<", ">>", "=>"};
constexpr std::string_view short_c_symbols = "{}()[]|;:,.@&=<>~-+*!/%^?";

void skip_comment(Scanner& scanner, std::string_view open, std::string_view close) {
  const SourcePlace start = scanner.place();
  scanner.advance(open.size());
  while (!scanner.starts_with(close)) {
    if (scanner.at_end()) {
      scanner.source().fail(start, quote(open) + " is never closed",
                            "close it with " + quote(close));
    }
    scanner.advance();
  }
  scanner.advance(close.size());
}

[[noreturn]] void fail_on_c_character(const Scanner& scanner) {
  const std::string found =
      "unexpected character " + quote(scanner.source().text.substr(scanner.offset(), 1));
  if (scanner.peek() == '#') {
    scanner.source().fail(scanner.place(), "not modelled: preprocessor lines",
                          "leave it out; the names of <atomic> and <cuda/atomic> are known");
  }
  if (scanner.peek() == '\\') {
    scanner.source().fail(scanner.place(), found, "'and' is written /\\ and 'or' is written \\/");
  }
  scanner.source().fail(scanner.place(), found);
}

Token next_c_token(Scanner& scanner) {
  const SourcePlace place = scanner.place();
  const std::string_view rest = scanner.source().text.substr(scanner.offset());
  if (scanner.at_end()) return {TokenKind::end, rest, place};
  const char c = scanner.peek();
  if (is_letter(c)) return {TokenKind::word, scanner.take_word(), place};
  if (is_digit(c)) return {TokenKind::number, scanner.take_word(), place};
  if (c == '"') {
    const std::string_view inside = scanner.take_string();
    return {TokenKind::symbol, rest.substr(0, inside.size() + 2), place};
  }
  const auto starts = [&](std::string_view symbol) { return scanner.starts_with(symbol); };
  const auto* const found = std::find_if(long_c_symbols.begin(), long_c_symbols.end(), starts);
  std::size_t length = found == long_c_symbols.end() ? 0 : found->size();
  if (length == 0 && short_c_symbols.find(c) != short_c_symbols.npos) length = 1;
  if (length == 0) fail_on_c_character(scanner);
  scanner.advance(length);
  return {TokenKind::symbol, rest.substr(0, length), place};
}

}  // namespace

void skip_c_blanks(Scanner& scanner) {
  while (!scanner.at_end()) {
    if (is_blank(scanner.peek())) {
      scanner.advance();
    } else if (scanner.starts_with("/*")) {
      skip_comment(scanner, "/*", "*/");
    } else if (scanner.starts_with("//")) {
      while (!scanner.at_end() && scanner.peek() != '\n') scanner.advance();
    } else {
      return;
    }
  }
}

std::vector<Token> tokenize_c(Scanner scanner) {
  std::vector<Token> tokens;
  std::size_t depth = 0;
  bool in_initial_state = true;
  do {
    skip_c_blanks(scanner);
    if ((in_initial_state || depth == 0) && scanner.starts_with("(*")) {
      skip_comment(scanner, "(*", "*)");
      continue;
    }
    tokens.push_back(next_c_token(scanner));
    if (tokens.back().is("{")) ++depth;
    if (tokens.back().is("}") && depth != 0 && --depth == 0) in_initial_state = false;
  } while (tokens.empty() || tokens.back().kind != TokenKind::end);
  return tokens;
}

}  // namespace opexplore::detail
