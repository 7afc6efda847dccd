#include "litmus/spirv/lexer.hpp"

#include <charconv>

#include "litmus/input/source.hpp"
#include "litmus/language/lexer.hpp"

namespace opexplore::spirv::detail {

namespace {

using opexplore::detail::Scanner;
using opexplore::detail::Source;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool ends_word(char c) { return is_blank(c) || c == ';' || c == '=' || c == '"' || c == '\0'; }

class Lexer {
 public:
  Lexer(const Source& source, const Module& module) : scanner_(source), module_(module) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
    } while (tokens.back().kind != Token::Kind::end);
    return tokens;
  }

 private:
  Token next() {
    skip();
    Token token;
    token.place = {scanner_.place().line, scanner_.place().column, 0};
    if (scanner_.at_end()) return token;
    const char first = scanner_.peek();
    if (first == '"') return quoted(std::move(token));
    token.kind = first == '%'   ? Token::Kind::id
                 : first == '=' ? Token::Kind::equals
                                : Token::Kind::word;
    if (token.kind != Token::Kind::word) scanner_.advance();
    if (token.kind == Token::Kind::equals) return token;
    while (!ends_word(scanner_.peek())) take(token);
    if (token.text.empty()) module_.fail(token.place, "expected a name behind '%'");
    return token;
  }

  void skip() {
    while (is_blank(scanner_.peek()) || scanner_.peek() == ';') {
      const bool comment = scanner_.peek() == ';';
      do {
        scanner_.advance();
      } while (comment && !scanner_.at_end() && scanner_.peek() != '\n');
    }
  }

  Token quoted(Token token) {
    token.kind = Token::Kind::text;
    scanner_.advance();
    while (scanner_.peek() != '"') {
      if (scanner_.peek() == '\\') scanner_.advance();
      if (scanner_.at_end()) module_.fail(token.place, "the text does not end", "write a '\"'");
      take(token);
    }
    scanner_.advance();
    return token;
  }

  void take(Token& token) {
    token.text += scanner_.peek();
    scanner_.advance();
  }

  Scanner scanner_;
  const Module& module_;
};

}  // namespace

std::vector<Token> words_of_text(std::string_view text, const Module& module) {
  const Source source{text, module.path};
  opexplore::detail::require_text(source);
  return Lexer(source, module).run();
}

std::string quote(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the file";
    case Token::Kind::equals:
      return "'='";
    case Token::Kind::id:
      return opexplore::detail::quote('%' + token.text);
    case Token::Kind::text:
    case Token::Kind::word:
      break;
  }
  return opexplore::detail::quote(token.text);
}

bool read_whole(std::string_view text, Whole& result) {
  result.is_negative = text.starts_with('-');
  if (result.is_negative) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), result.size, hexadecimal ? 16 : 10);
  return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}

}  // namespace opexplore::spirv::detail
