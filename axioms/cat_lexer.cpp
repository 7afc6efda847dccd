#include "axioms/cat_lexer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace opexplore::axioms {

namespace {

// Words that herd reserves; those that this reader does not know are refused by the parser.
constexpr std::array<std::string_view, 28> keywords{
    "let",   "rec",  "and",   "in",   "fun",       "acyclic",      "irreflexive",
    "empty", "as",   "flag",  "show", "unshow",    "include",      "option",
    "match", "with", "begin", "end",  "procedure", "call",         "forall",
    "from",  "if",   "else",  "try",  "cut",       "instructions", "undefined_unless"};

// Longest first, so that `^-1` is not taken for `^` and something else.
constexpr std::array<std::string_view, 26> symbols{
    "^-1", "^+", "^*", "^?", "||", "++", "->", "|", "&", "\\", ";", "~", "?",
    "+",   "*",  "(",  ")",  "[",  "]",  "{",  "}", ",", "=",  "0", "<", ">"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_inner(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '\'';
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  std::vector<Token> run() {
    for (;;) {
      skip_blanks();
      const SourcePlace place = place_;
      if (at_ == text_.size()) {
        tokens_.push_back({Token::Kind::end, "the end of the file", place});
        return std::move(tokens_);
      }
      if (is_letter(text_[at_])) {
        name(place);
      } else if (text_[at_] == '"') {
        quoted(place);
      } else {
        symbol(place);
      }
    }
  }

 private:
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void advance(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if ((static_cast<unsigned char>(text_[at_]) & 0xC0U) != 0x80U) {
        ++place_.column;  // characters, not bytes
      }
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        advance(1);
      } else if (looking_at("(*")) {
        comment();
      } else if (looking_at("//") || c == '#') {
        advance(std::min(text_.find('\n', at_), text_.size()) - at_);
      } else {
        return;
      }
    }
  }

  void comment() {
    const SourcePlace start = place_;
    std::size_t depth = 0;
    do {
      if (at_ == text_.size())
        throw CatError(path_, start, "this comment has no end", "close it with *)");
      if (looking_at("(*")) {
        ++depth;
        advance(2);
      } else if (looking_at("*)")) {
        --depth;
        advance(2);
      } else {
        advance(1);
      }
    } while (depth > 0);
  }

  void name(SourcePlace place) {
    std::size_t end = at_;
    while (end < text_.size() && is_inner(text_[end])) ++end;
    std::string spelling(text_.substr(at_, end - at_));
    advance(end - at_);
    const bool reserved = std::find(keywords.begin(), keywords.end(), spelling) != keywords.end();
    tokens_.push_back(
        {reserved ? Token::Kind::keyword : Token::Kind::name, std::move(spelling), place});
  }

  void quoted(SourcePlace place) {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      throw CatError(path_, place, "this text has no end", "close it with \" on the same line");
    }
    tokens_.push_back(
        {Token::Kind::text, std::string(text_.substr(at_ + 1, end - at_ - 1)), place});
    advance(end + 1 - at_);
  }

  void symbol(SourcePlace place) {
    for (const std::string_view candidate : symbols) {
      if (!looking_at(candidate)) continue;
      tokens_.push_back({Token::Kind::symbol, std::string(candidate), place});
      advance(candidate.size());
      return;
    }
    std::size_t end = at_ + 1;  // the whole character, not its first byte
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    throw CatError(path_, place,
                   "`" + std::string(text_.substr(at_, end - at_)) + "` is no part of the language",
                   "operators are | & \\ ; ~ * + ? ^-1");
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  SourcePlace place_{1, 1};
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> cat_tokens(std::string_view text, const std::string& path) {
  return Lexer(text, path).run();
}

}  // namespace opexplore::axioms
