#include "litmus/language/khronos_format/lines.hpp"

#include <utility>

#include "litmus/input/lines.hpp"
#include "litmus/language/header.hpp"

namespace opexplore::detail {

namespace {

constexpr std::string_view blanks = " \t\r";

/// The word at the beginning of the text, which is no blank.
std::string_view first_word(std::string_view text) {
  const bool sign = text.front() == '-' && text.size() > 1 && is_digit(text[1]);
  if (text.front() == '=' || sign) return text.substr(0, 1);
  return text.substr(0, text.find_first_of(" \t\r="));
}

TokenKind kind_of(std::string_view word) {
  if (word == "=" || word == "-") return TokenKind::symbol;
  return is_digit(word.front()) ? TokenKind::number : TokenKind::word;
}

std::vector<Token> words_of(std::string_view line, std::uint32_t number) {
  std::vector<Token> words;
  SourcePlace place{number, 1};
  std::size_t counted = 0;
  const auto place_at = [&](std::size_t offset) {
    for (; counted < offset; ++counted) {
      if (!is_continuation(line[counted])) ++place.column;
    }
    return place;
  };
  std::size_t at = line.find_first_not_of(blanks);
  std::size_t end = 0;
  while (at != std::string_view::npos) {
    const std::string_view word = first_word(line.substr(at));
    words.push_back({kind_of(word), word, place_at(at)});
    end = at + word.size();
    at = line.find_first_not_of(blanks, end);
  }
  words.push_back({TokenKind::end, line.substr(end, 0), place_at(end)});
  return words;
}

}  // namespace

KhronosLines khronos_lines(const Source& source) {
  KhronosLines result;
  std::string_view left = source.text;
  for (std::uint32_t number = 1; !left.empty(); ++number) {
    const std::size_t end = left.find('\n');
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(end == left.npos ? left.size() : end + 1);
    const std::string_view text = trimmed(line);
    if (text.starts_with("//")) {
      std::string comment = comment_of(text.substr(2));
      if (!comment.empty()) result.comments.push_back(std::move(comment));
    } else if (!text.empty()) {
      std::vector<Token> words = words_of(line, number);
      const SourcePlace place = words.front().place;
      result.lines.push_back({text, place, Tokens(source, std::move(words))});
    }
  }
  return result;
}

void require_more(const Tokens& line, std::string_view what, std::string suggestion) {
  if (line.peek().kind != TokenKind::end) return;
  line.fail(line.peek(), "expected " + std::string(what) + ", found the end of the line",
            std::move(suggestion));
}

void require_end(const Tokens& line, std::string suggestion) {
  if (line.peek().kind == TokenKind::end) return;
  line.fail(line.peek(), "expected the end of the line, found " + quote(line.peek()),
            std::move(suggestion));
}

}  // namespace opexplore::detail
