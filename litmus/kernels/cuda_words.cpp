#include "litmus/kernels/cuda_words.hpp"

#include <algorithm>
#include <string>

#include "litmus/language/lexer.hpp"

namespace opexplore::kernel {

namespace {

using detail::is_digit;

/// Beyond ASCII everything is one.
bool is_name_letter(char c) {
  return detail::is_letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

class CudaWordReader {
 public:
  explicit CudaWordReader(std::string_view text) : text_(text) {}

  std::vector<CudaWord> read() {
    while (at_ < text_.size()) read_next();
    return std::move(words_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void advance() {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 0;
      line_begins_ = true;
    }
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if ((byte & 0xC0U) != 0x80U) ++place_.column;  // characters, not bytes
    ++at_;
  }

  void advance_to(std::size_t end) {
    while (at_ < std::min(end, text_.size())) advance();
  }

  /// To behind the next `close`, or to the end.
  void advance_behind(std::string_view close, std::size_t from) {
    const std::size_t found = text_.find(close, from);
    advance_to(found == std::string_view::npos ? text_.size() : found + close.size());
  }

  void read_next() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return advance();
    if (c == '/' && peek(1) == '/') return skip_line();
    if (c == '/' && peek(1) == '*') return advance_behind("*/", at_ + 2);
    if (c == '#' && line_begins_) return read_directive();
    line_begins_ = false;
    const CudaWord start{text_.substr(at_, 0), place_, conditions_ > 0};
    const std::size_t begin = at_;
    skip_word();
    words_.push_back({text_.substr(begin, at_ - begin), start.place, start.conditional});
  }

  /// A line, with those that a backslash adds to it.
  void skip_line() {
    while (at_ < text_.size() && peek() != '\n') {
      const bool continues = peek() == '\\' && (peek(1) == '\n' || peek(1) == '\r');
      advance();
      if (continues) advance_behind("\n", at_);
    }
  }

  void read_directive() {
    const std::size_t begin = text_.find_first_not_of(" \t", at_ + 1);
    const std::string_view rest = begin == std::string_view::npos ? "" : text_.substr(begin);
    if (rest.starts_with("if")) ++conditions_;
    if (rest.starts_with("endif") && conditions_ > 0) --conditions_;
    skip_line();
  }

  void skip_word() {
    if (is_name_letter(peek())) {
      const std::size_t begin = at_;
      while (is_name_letter(peek()) || is_digit(peek())) advance();
      const bool raw = text_[at_ - 1] == 'R' && at_ - begin <= 3 && peek() == '"';
      if (raw) skip_raw_string();
    } else if (is_digit(peek())) {
      while (is_name_letter(peek()) || is_digit(peek()) || peek() == '\'' || peek() == '.')
        advance();
    } else if (peek() == '"' || peek() == '\'') {
      skip_literal(peek());
    } else {
      advance();
    }
  }

  void skip_literal(char quote) {
    advance();
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      if (peek() == '\\' && at_ + 1 < text_.size()) advance();
      advance();
    }
    if (peek() == quote) advance();
  }

  /// `R"mark(…)mark"`.
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return advance_to(text_.size());
    const std::string close = ')' + std::string(text_.substr(at_ + 1, open - at_ - 1)) + '"';
    advance_behind(close, open);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SourcePlace place_{1, 1};
  bool line_begins_ = true;
  int conditions_ = 0;
  std::vector<CudaWord> words_;
};

}  // namespace

bool CudaWord::is_name() const { return !text.empty() && is_name_letter(text.front()); }

std::vector<CudaWord> cuda_words(std::string_view text) { return CudaWordReader(text).read(); }

std::size_t behind_bracket(CudaWords words, std::size_t open, std::string_view opens,
                           std::string_view closes) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < words.size(); ++i) {
    if (words[i].is(opens)) ++depth;
    if (words[i].is(closes) && --depth == 0) return i + 1;
  }
  return words.size();
}

}  // namespace opexplore::kernel
