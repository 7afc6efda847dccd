// A token sequence being read, with one way to complain.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/lexer.hpp"

namespace opexplore::detail {

class Tokens {
 public:
  explicit Tokens(Scanner scanner);
  /// Tokens of a text with rules of its own; the last one has kind `end`.
  Tokens(const Source& source, std::vector<Token> tokens);

  const Source& source() const { return source_; }

  /// The token `ahead` of the next one; past the end, the end.
  const Token& peek(std::size_t ahead = 0) const;
  /// The token read last.
  const Token& previous() const { return tokens_[next_ == 0 ? 0 : next_ - 1]; }
  Token take();

  /// Reads the next token if it is spelled like that.
  bool accept(std::string_view spelling);
  bool accept_any(std::initializer_list<std::string_view> spellings);
  /// Reads that token or complains: "expected `what`, found …".
  Token expect(std::string_view spelling, std::string_view what, std::string suggestion = "");
  Token expect_word(std::string_view what, std::string suggestion = "");

  /// Reads `5`, `-5` or `0xff`; 64 bits, hexadecimal as a bit pattern.
  Value expect_number(std::string_view what, std::string suggestion = "");
  /// Reads a number that fits in 32 bits and has no sign.
  std::uint32_t expect_index(std::string_view what);
  bool at_number() const;
  /// `0:`, `P0:` or `T0:`, in front of a register.
  bool at_thread_prefix() const;
  /// Reads such a prefix; its thread need not exist.
  std::uint32_t expect_thread_prefix();

  /// "expected `what`, found (next token)".
  [[noreturn]] void fail_expected(std::string_view what, std::string suggestion = "") const;
  [[noreturn]] void fail(const Token& token, std::string message,
                         std::string suggestion = "") const;

 private:
  const Source& source_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

/// \name Shapes of words.
/// @{
bool all_digits(std::string_view word);    ///< one digit or more
bool is_register(std::string_view word);   ///< r0, r1, …
bool is_predicate(std::string_view word);  ///< p0, p1, …
/// The type of a register that is not declared: .pred for p0, p1, …, else .s64.
NumberType usual_type(std::string_view name);
/// P0, P1, …, or with another letter.
std::optional<std::uint32_t> thread_number(std::string_view word, char letter = 'P');
/// @}

/// The source from the first token to the last one, runs of blanks as one blank.
std::string written(const Token& first, const Token& last);

}  // namespace opexplore::detail
