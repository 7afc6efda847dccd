// From characters to tokens. Every token is a view into the text and knows its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/source.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// \name Characters.
/// @{
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c); }
/// @}

/// A position that moves through a text and counts lines and characters.
class Scanner {
 public:
  explicit Scanner(const Source& source);

  bool at_end() const { return offset_ == source_.text.size(); }
  std::size_t offset() const { return offset_; }
  SourcePlace place() const { return place_; }
  const Source& source() const { return source_; }

  /// The next character, or NUL at the end.
  char peek() const { return at_end() ? '\0' : source_.text[offset_]; }
  /// Precondition: the prefix is not empty.
  bool starts_with(std::string_view prefix) const {
    return peek() == prefix.front() && source_.text.substr(offset_).starts_with(prefix);
  }
  void advance(std::size_t characters = 1) {
    for (; characters != 0 && !at_end(); --characters) step();
  }
  /// Skips blanks, `(* … *)` and `<< … >>`.
  void skip_blanks();

  /// \name Consume and return the characters of the following kind.
  /// @{
  std::string_view take_line();    ///< up to the end of the line, `{`, `"` or `(*`
  std::string_view take_string();  ///< a quoted text, without the quotes
  std::string_view take_word();    ///< letters, digits and _
                                   /// @}

 private:
  // One character further.
  void step() {
    const bool newline = peek() == '\n';
    ++offset_;
    while (!at_end() && is_continuation(source_.text[offset_])) ++offset_;
    if (newline) {
      place_ = {place_.line + 1, 1};
    } else {
      ++place_.column;
    }
  }
  void skip_bracketed(std::string_view open, std::string_view close);

  const Source& source_;
  std::size_t offset_ = 0;
  SourcePlace place_{1, 1};
};

enum class TokenKind : std::uint8_t { word, number, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  SourcePlace place;

  bool is(std::string_view spelling) const { return kind != TokenKind::end && text == spelling; }
};

/// Whether a quoted text is a word, without its quotes, or no token.
enum class QuotedWords : std::uint8_t { no, yes };

/// All tokens from the scanner's position on; the last one has kind `end`.
std::vector<Token> tokenize(Scanner scanner, QuotedWords quoted = QuotedWords::no);

/// Refuses bytes that are not printable UTF-8 text.
void require_text(const Source& source);

/// A token for messages: 'ld' or "the end of the file".
std::string quote(const Token& token);

}  // namespace opexplore::detail
