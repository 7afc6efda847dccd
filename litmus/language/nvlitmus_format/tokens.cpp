#include "litmus/language/nvlitmus_format/tokens.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "litmus/language/header.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 4> long_nvlitmus_symbols{"==", "!=", "&&", "||"};
constexpr std::string_view short_nvlitmus_symbols = "{}()[];,.-";

class Lexer {
 public:
  Lexer(const Source& source, const NvlitmusInstance& instance)
      : source_(source), instance_(instance), text_(instance.text) {}

  std::vector<Token> tokens() {
    std::vector<Token> result;
    do {
      skip_blanks();
      result.push_back(next());
    } while (result.back().kind != TokenKind::end);
    return result;
  }

 private:
  // One character further.
  void advance() {
    place_ = text_[at_] == '\n' ? SourcePlace{place_.line + 1, 1}
                                : SourcePlace{place_.line, place_.column + 1};
    do ++at_;
    while (at_ < text_.size() && is_continuation(text_[at_]));
  }

  // Where the next character stands in the file: of a template, parts come from a row.
  SourcePlace place() {
    while (piece_ < instance_.pieces.size() && instance_.pieces[piece_].begin <= at_) {
      const NvlitmusInstance::Piece& piece = instance_.pieces[piece_++];
      place_ = piece.place;
      for (std::size_t i = piece.begin; i < at_; ++i) {
        if (!is_continuation(text_[i])) ++place_.column;
      }
    }
    return place_;
  }

  bool starts_with(std::string_view prefix) const {
    return text_.substr(at_, prefix.size()) == prefix;
  }

  void skip_blanks() {
    bool comment = false;
    while (at_ < text_.size()) {
      comment = comment ? text_[at_] != '\n' : starts_with("//");
      if (!comment && !is_blank(text_[at_])) return;
      place();
      advance();
    }
  }

  std::size_t length() const {
    const char c = text_[at_];
    if (is_word(c)) {
      const auto* const end =
          std::find_if_not(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), is_word);
      return static_cast<std::size_t>(end - text_.begin()) - at_;
    }
    const bool is_long = std::ranges::any_of(
        long_nvlitmus_symbols, [&](std::string_view symbol) { return starts_with(symbol); });
    return is_long ? 2 : short_nvlitmus_symbols.find(c) != short_nvlitmus_symbols.npos ? 1 : 0;
  }

  Token next() {
    const SourcePlace start = place();
    if (at_ == text_.size()) return {TokenKind::end, text_.substr(at_), start};
    const char c = text_[at_];
    const std::size_t size = length();
    if (size == 0) fail(start);
    const Token token{is_digit(c)  ? TokenKind::number
                      : is_word(c) ? TokenKind::word
                                   : TokenKind::symbol,
                      text_.substr(at_, size), start};
    for (std::size_t i = 0; i < size; ++i) advance();
    return token;
  }

  [[noreturn]] void fail(SourcePlace where) const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_continuation(text_[end])) ++end;
    const std::string_view found = text_.substr(at_, end - at_);
    source_.fail(where, "unexpected character " + quote(found),
                 found == "$"   ? "in a template the line '$$' ends the test, and rows of values "
                                  "for $0 to $9 follow"
                 : found == "&" ? "'and' is written &&"
                 : found == "|" ? "'or' is written ||"
                 : found == "=" ? "what is equal is written =="
                 : found == "!" ? "'not' is written not"
                 : found == "/" || found == "#" ? "comments are written // …"
                                                : "");
  }

  const Source& source_;
  const NvlitmusInstance& instance_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t piece_ = 0;  ///< the next one
  SourcePlace place_{1, 1};
};

}  // namespace

std::vector<Token> nvlitmus_tokens(const Source& source, const NvlitmusInstance& instance) {
  return Lexer(source, instance).tokens();
}

std::vector<std::string> nvlitmus_comments(const NvlitmusFile& file) {
  std::vector<std::string> result;
  std::string_view left = file.body;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(end == left.npos ? left.size() : end + 1);
    const std::size_t begin = line.find("//");
    if (begin == line.npos) continue;
    std::string comment = comment_of(line.substr(begin + 2));
    if (!comment.empty()) result.push_back(std::move(comment));
  }
  return result;
}

}  // namespace opexplore::detail
