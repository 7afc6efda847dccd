#include "litmus/language/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace opexplore::detail {

namespace {

/// Length of the UTF-8 sequence at the start of `text`, or 0 if it is none
/// (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t length = first < 0xC2U   ? 0
                             : first < 0xE0U ? 2
                             : first < 0xF0U ? 3
                             : first < 0xF5U ? 4
                                             : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  if (first == 0xE0U && byte(1) < 0xA0U) return 0;
  if (first == 0xEDU && byte(1) >= 0xA0U) return 0;
  if (first == 0xF0U && byte(1) < 0x90U) return 0;
  if (first == 0xF4U && byte(1) >= 0x90U) return 0;
  return length;
}

bool is_control(char c) { return (c >= '\0' && c < ' ' && !is_blank(c)) || c == '\x7F'; }

std::string hexadecimal_byte(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + digits[byte >> 4U] + digits[byte & 15U];
}

constexpr std::array<std::string_view, 10> long_symbols = {
    "/\\", "\\/", "==", "!=", "<=", ">=", "::", "&&", "||", "=>"};
constexpr std::string_view ends_of_long_symbols = "\\/=:&|>";
constexpr std::string_view short_symbols = "{}()[]|;:,.@&=<>~-+*!";

/// Length of the symbol at the scanner, or 0.
std::size_t symbol_length(const Scanner& scanner) {
  const std::string_view two = scanner.source().text.substr(scanner.offset(), 2);
  const bool may_be_long = two.size() == 2 && ends_of_long_symbols.find(two[1]) != two.npos;
  if (may_be_long && std::ranges::find(long_symbols, two) != long_symbols.end()) return 2;
  return short_symbols.find(scanner.peek()) != std::string_view::npos ? 1 : 0;
}

/// `%r1` and `%p1` are the PTX spellings of r1 and p1; nothing else starts with a percent sign.
std::string_view take_percent_register(Scanner& scanner, SourcePlace place) {
  scanner.advance();
  const std::string_view word = scanner.take_word();
  const bool letter = word.size() >= 2 && (word[0] == 'r' || word[0] == 'p');
  if (!letter || !std::all_of(word.begin() + 1, word.end(), is_digit)) {
    scanner.source().fail(place, "expected a register after '%', found " + quote(word),
                          "registers are r0, r1, r2, …, and p0, p1, … for predicates");
  }
  return word;
}

[[noreturn]] void fail_on_character(const Scanner& scanner) {
  const std::string_view rest = scanner.source().text.substr(scanner.offset());
  const std::string found = "unexpected character " + quote(rest.substr(0, sequence_length(rest)));
  if (scanner.starts_with("//") || scanner.starts_with("/*") || scanner.starts_with("#")) {
    scanner.source().fail(scanner.place(), found, "comments are written (* … *)");
  }
  if (scanner.starts_with("/") || scanner.starts_with("\\")) {
    scanner.source().fail(scanner.place(), found, "'and' is written /\\ and 'or' is written \\/");
  }
  if (scanner.starts_with("\"")) {
    scanner.source().fail(scanner.place(), found, "quoted comments stand before the '{'");
  }
  scanner.source().fail(scanner.place(), found);
}

Token next_token(Scanner& scanner) {
  const SourcePlace place = scanner.place();
  if (scanner.at_end())
    return {TokenKind::end, scanner.source().text.substr(scanner.offset()), place};
  const char c = scanner.peek();
  if (is_letter(c)) return {TokenKind::word, scanner.take_word(), place};
  if (is_digit(c)) return {TokenKind::number, scanner.take_word(), place};
  if (c == '%') return {TokenKind::word, take_percent_register(scanner, place), place};
  const std::size_t length = symbol_length(scanner);
  if (length == 0) fail_on_character(scanner);
  const std::string_view text = scanner.source().text.substr(scanner.offset(), length);
  scanner.advance(length);
  return {TokenKind::symbol, text, place};
}

}  // namespace

Scanner::Scanner(const Source& source) : source_(source) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (starts_with(byte_order_mark)) offset_ = byte_order_mark.size();
}

void Scanner::skip_bracketed(std::string_view open, std::string_view close) {
  const SourcePlace start = place_;
  advance(open.size());
  while (!starts_with(close)) {
    if (at_end()) {
      source_.fail(start, quote(open) + " is never closed", "close it with " + quote(close));
    }
    advance();
  }
  advance(close.size());
}

void Scanner::skip_blanks() {
  while (!at_end()) {
    if (is_blank(peek())) {
      advance();
    } else if (starts_with("(*")) {
      skip_bracketed("(*", "*)");
    } else if (starts_with("<<")) {
      skip_bracketed("<<", ">>");
    } else {
      return;
    }
  }
}

std::string_view Scanner::take_line() {
  const std::size_t begin = offset_;
  const auto at_special = [&] { return peek() == '{' || peek() == '"' || starts_with("(*"); };
  while (!at_end() && peek() != '\n' && !at_special()) advance();
  return source_.text.substr(begin, offset_ - begin);
}

std::string_view Scanner::take_string() {
  const std::size_t begin = offset_ + 1;
  skip_bracketed("\"", "\"");
  return source_.text.substr(begin, offset_ - begin - 1);
}

std::string_view Scanner::take_word() {
  const std::size_t begin = offset_;
  while (!at_end() && is_word(peek())) advance();
  return source_.text.substr(begin, offset_ - begin);
}

std::vector<Token> tokenize(Scanner scanner, QuotedWords quoted) {
  std::vector<Token> tokens;
  do {
    scanner.skip_blanks();
    const SourcePlace place = scanner.place();
    const bool word = quoted == QuotedWords::yes && scanner.peek() == '"';
    tokens.push_back(word ? Token{TokenKind::word, scanner.take_string(), place}
                          : next_token(scanner));
  } while (tokens.back().kind != TokenKind::end);
  return tokens;
}

void require_text(const Source& source) {
  Scanner scanner(source);
  while (!scanner.at_end()) {
    const std::size_t length = sequence_length(source.text.substr(scanner.offset()));
    std::size_t offender = scanner.offset();
    bool ok = length != 0 && !is_control(scanner.peek());
    if (ok) {
      // Scanner::advance swallows stray continuation bytes with the character before them.
      offender += length;
      scanner.advance();
      ok = scanner.offset() == offender;
    }
    if (!ok) {
      source.fail(scanner.place(),
                  "expected UTF-8 text, found byte " + hexadecimal_byte(source.text[offender]),
                  "is this a litmus test?");
    }
  }
}

std::string quote(const Token& token) {
  return token.kind == TokenKind::end ? "the end of the file" : quote(token.text);
}

}  // namespace opexplore::detail
