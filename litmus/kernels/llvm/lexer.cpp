#include "litmus/kernels/llvm/lexer.hpp"

#include <string>

namespace opexplore::kernel::llvm {

namespace {

using detail::is_digit;
using detail::Scanner;
using detail::TokenKind;

bool is_in_word(char c) { return detail::is_word(c) || c == '.' || c == '$' || c == '-'; }

void skip_blanks(Scanner& scanner) {
  while (!scanner.at_end()) {
    if (detail::is_blank(scanner.peek())) {
      scanner.advance();
    } else if (scanner.peek() == ';') {
      while (!scanner.at_end() && scanner.peek() != '\n') scanner.advance();
    } else {
      return;
    }
  }
}

void take_string(Scanner& scanner) {
  const SourcePlace start = scanner.place();
  scanner.advance();
  while (!scanner.at_end() && scanner.peek() != '"') scanner.advance();
  if (scanner.at_end()) scanner.source().fail(start, "'\"' is never closed");
  scanner.advance();
}

void take_word(Scanner& scanner) {
  while (is_in_word(scanner.peek())) scanner.advance();
}

/// Behind the sign of a name; false if it is a sign alone.
bool take_name(Scanner& scanner) {
  scanner.advance();
  if (scanner.peek() == '"') {
    take_string(scanner);
    return true;
  }
  if (!is_in_word(scanner.peek())) return false;
  take_word(scanner);
  return true;
}

TokenKind take_symbol(Scanner& scanner) {
  constexpr std::string_view symbols = "=,:(){}[]<>*|";
  if (symbols.find(scanner.peek()) != std::string_view::npos) {
    scanner.advance();
    return TokenKind::symbol;
  }
  const bool ascii = static_cast<unsigned char>(scanner.peek()) < 0x80U;
  scanner.source().fail(scanner.place(),
                        ascii ? "unexpected character '" + std::string(1, scanner.peek()) + "'"
                              : "unexpected character outside ASCII",
                        "a kernel is LLVM IR as text, as 'clang -S -emit-llvm' writes it");
}

TokenKind take_token(Scanner& scanner) {
  const char first = scanner.peek();
  if (first == '"') {
    take_string(scanner);
    return TokenKind::word;
  }
  if (scanner.starts_with("c\"")) {
    scanner.advance();
    take_string(scanner);
    return TokenKind::word;
  }
  if (first == '%' || first == '@' || first == '!' || first == '#' || first == '^' ||
      first == '$') {
    return take_name(scanner) ? TokenKind::word : TokenKind::symbol;
  }
  if (!is_in_word(first)) return take_symbol(scanner);
  scanner.advance();
  if (first == '-' || is_digit(first)) {
    const bool exponent = first == '-' || is_digit(first);
    take_word(scanner);
    // 1.000000e+00
    if (exponent && scanner.peek() == '+') {
      scanner.advance();
      take_word(scanner);
    }
    return TokenKind::number;
  }
  take_word(scanner);
  return TokenKind::word;
}

}  // namespace

std::vector<Token> tokenize(const Source& source) {
  detail::require_text(source);
  Scanner scanner(source);
  std::vector<Token> tokens;
  for (;;) {
    skip_blanks(scanner);
    const SourcePlace place = scanner.place();
    const std::size_t begin = scanner.offset();
    if (scanner.at_end()) {
      tokens.push_back({TokenKind::end, source.text.substr(begin), place});
      return tokens;
    }
    const TokenKind kind = take_token(scanner);
    tokens.push_back({kind, source.text.substr(begin, scanner.offset() - begin), place});
  }
}

std::string_view bare(std::string_view name) {
  constexpr std::string_view signs = "%@!#$";
  if (!name.empty() && signs.find(name.front()) != std::string_view::npos) name.remove_prefix(1);
  if (name.size() >= 2 && name.front() == '"') name = name.substr(1, name.size() - 2);
  return name;
}

bool is_name(const Token& token, char sign) {
  return token.kind == TokenKind::word && token.text.front() == sign && token.text.size() > 1;
}

bool is_string(const Token& token) {
  return token.kind == TokenKind::word && token.text.front() == '"';
}

}  // namespace opexplore::kernel::llvm
