#include "litmus/kernels/front/ptx_lexer.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace opexplore::kernel {

namespace {

using detail::is_blank;
using detail::is_digit;
using detail::quote;
using detail::Scanner;
using detail::Source;
using detail::Token;
using detail::TokenKind;

void skip_to(Scanner& scanner, std::string_view close) {
  while (!scanner.at_end() && !scanner.starts_with(close)) scanner.advance();
}

void skip_blanks(Scanner& scanner) {
  while (!scanner.at_end()) {
    if (is_blank(scanner.peek())) {
      scanner.advance();
    } else if (scanner.starts_with("//")) {
      skip_to(scanner, "\n");
    } else if (scanner.starts_with("/*")) {
      const SourcePlace start = scanner.place();
      skip_to(scanner, "*/");
      if (scanner.at_end())
        scanner.source().fail(start, "'/*' is never closed", "close it with '*/'");
      scanner.advance(2);
    } else {
      return;
    }
  }
}

void take_string(Scanner& scanner) {
  const SourcePlace start = scanner.place();
  scanner.advance();
  while (!scanner.at_end() && scanner.peek() != '"' && scanner.peek() != '\n') scanner.advance();
  if (scanner.peek() != '"') scanner.source().fail(start, "'\"' is never closed in its line");
  scanner.advance();
}

void take_symbol(Scanner& scanner) {
  constexpr std::string_view symbols = ".,;:{}()[]<>@!+-|=*/&~";
  if (scanner.starts_with("::")) return scanner.advance(2);
  if (symbols.find(scanner.peek()) != std::string_view::npos) return scanner.advance();
  const bool ascii = static_cast<unsigned char>(scanner.peek()) < 0x80U;
  scanner.source().fail(scanner.place(),
                        ascii ? "unexpected character " + quote(std::string(1, scanner.peek()))
                              : "unexpected character outside ASCII",
                        "a kernel is a PTX module, as 'nvcc -ptx -O3' writes it");
}

}  // namespace

bool is_in_identifier(char c) { return detail::is_word(c) || c == '$'; }

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
    TokenKind kind = TokenKind::symbol;
    if (is_in_identifier(scanner.peek()) || scanner.peek() == '%') {
      kind = is_digit(scanner.peek()) ? TokenKind::number : TokenKind::word;
      scanner.advance();
      while (is_in_identifier(scanner.peek())) scanner.advance();
    } else if (scanner.peek() == '"') {
      take_string(scanner);
    } else {
      take_symbol(scanner);
    }
    tokens.push_back({kind, source.text.substr(begin, scanner.offset() - begin), place});
  }
}

}  // namespace opexplore::kernel
