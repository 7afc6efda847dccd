#include "litmus/language/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace opexplore::detail {

namespace {

/// The number's magnitude, or nothing if it is malformed or too large.
std::optional<std::uint64_t> magnitude(std::string_view text) {
  const bool hexadecimal = text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X";
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t result = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, result, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return result;
}

bool begins_hexadecimal(std::string_view text) {
  return text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X";
}

/// A number that fits in no register may still be well-formed; the messages differ.
bool is_well_formed(std::string_view text) {
  if (!begins_hexadecimal(text)) return all_digits(text);
  text.remove_prefix(2);
  return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

}  // namespace

Tokens::Tokens(Scanner scanner) : source_(scanner.source()), tokens_(tokenize(scanner)) {}

Tokens::Tokens(const Source& source, std::vector<Token> tokens)
    : source_(source), tokens_(std::move(tokens)) {}

const Token& Tokens::peek(std::size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

Token Tokens::take() {
  const Token token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  return token;
}

bool Tokens::accept(std::string_view spelling) {
  if (!peek().is(spelling)) return false;
  take();
  return true;
}

bool Tokens::accept_any(std::initializer_list<std::string_view> spellings) {
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](std::string_view spelling) { return accept(spelling); });
}

Token Tokens::expect(std::string_view spelling, std::string_view what, std::string suggestion) {
  if (!peek().is(spelling)) fail_expected(what, std::move(suggestion));
  return take();
}

Token Tokens::expect_word(std::string_view what, std::string suggestion) {
  if (peek().kind != TokenKind::word) fail_expected(what, std::move(suggestion));
  return take();
}

bool Tokens::at_number() const {
  return peek().kind == TokenKind::number ||
         ((peek().is("-") || peek().is("+")) && peek(1).kind == TokenKind::number);
}

Value Tokens::expect_number(std::string_view what, std::string suggestion) {
  const Token start = peek();
  if (!at_number()) fail_expected(what, std::move(suggestion));
  const bool negative = peek().is("-");
  if (negative || peek().is("+")) take();
  const Token token = take();
  if (!is_well_formed(token.text)) {
    fail(token, "malformed number " + quote(token),
         "numbers are decimal (42, -1) or hexadecimal (0x2a)");
  }
  const std::optional<std::uint64_t> number = magnitude(token.text);
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
  const std::uint64_t bound = negative                         ? largest + 1
                              : begins_hexadecimal(token.text) ? ~std::uint64_t{0}
                                                               : largest;
  if (!number || *number > bound) {
    fail(start, "the number " + quote(token) + " does not fit in 64 bits",
         "decimal numbers lie between -2^63 and 2^63-1, hexadecimal ones below 2^64");
  }
  return static_cast<Value>(negative ? ~*number + 1 : *number);
}

bool Tokens::at_thread_prefix() const {
  const Token& token = peek();
  return peek(1).is(":") && (token.kind == TokenKind::number || thread_number(token.text) ||
                             thread_number(token.text, 'T'));
}

std::uint32_t Tokens::expect_thread_prefix() {
  std::uint32_t number = 0;
  if (peek().kind == TokenKind::number) {
    number = expect_index("a thread");
  } else {
    const Token name = take();
    number = *thread_number(name.text, name.text.front());
  }
  expect(":", "':'");
  return number;
}

std::uint32_t Tokens::expect_index(std::string_view what) {
  const Token start = peek();
  const Value value = expect_number(what);
  if (value < 0 || value > std::numeric_limits<std::uint32_t>::max()) {
    fail(start, "expected " + std::string(what) + " between 0 and 2^32-1, found '" +
                    std::to_string(value) + "'");
  }
  return static_cast<std::uint32_t>(value);
}

void Tokens::fail_expected(std::string_view what, std::string suggestion) const {
  fail(peek(), "expected " + std::string(what) + ", found " + quote(peek()), std::move(suggestion));
}

void Tokens::fail(const Token& token, std::string message, std::string suggestion) const {
  source_.fail(token.place, std::move(message), std::move(suggestion));
}

bool all_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

bool is_register(std::string_view word) {
  return !word.empty() && word[0] == 'r' && all_digits(word.substr(1));
}

bool is_predicate(std::string_view word) {
  return !word.empty() && word[0] == 'p' && all_digits(word.substr(1));
}

NumberType usual_type(std::string_view name) {
  return is_predicate(name) ? NumberType::pred : NumberType::s64;
}

std::optional<std::uint32_t> thread_number(std::string_view word, char letter) {
  if (word.empty() || word[0] != letter || !all_digits(word.substr(1))) return std::nullopt;
  // Numbers too large to be a thread are still threads, unknown ones.
  const std::uint64_t number = magnitude(word.substr(1)).value_or(~std::uint64_t{0});
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

std::string written(const Token& first, const Token& last) {
  const char* const end = last.text.data() + last.text.size();
  std::string result;
  for (const char* c = first.text.data(); c != end; ++c) {
    const bool blank = *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r';
    if (!blank) {
      result += *c;
    } else if (result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

}  // namespace opexplore::detail
