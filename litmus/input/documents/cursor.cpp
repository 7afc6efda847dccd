#include "litmus/input/documents/cursor.hpp"

#include <algorithm>

namespace opexplore::documents::detail {
namespace {

// Columns count characters, not bytes of UTF-8.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

bool separates(char c) {
  return c == ',' || c == ':' || c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

Cursor::Cursor(std::string_view text, std::uint32_t first_line)
    : text_(text), place_{first_line, 1} {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (!text.starts_with(byte_order_mark)) return;
  at_ = byte_order_mark.size();
  ++place_.column;
}

SourcePlace Cursor::next() {
  for (; at_ < text_.size() && separates(text_[at_]); ++at_) {
    if (text_[at_] == '\n') {
      place_ = {place_.line + 1, 1};
    } else {
      ++place_.column;
    }
  }
  return place_;
}

void Cursor::pass_bracket() {
  ++at_;
  ++place_.column;
}

void Cursor::pass_word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !separates(text_[at_]) && text_[at_] != ']' && text_[at_] != '}') {
    ++at_;
  }
  place_.column += static_cast<std::uint32_t>(at_ - begin);
}

std::string_view Cursor::pass_string() {
  const std::size_t begin = ++at_;
  std::uint32_t characters = 2;  // the quotes
  for (; text_[at_] != '"'; ++at_) {
    if (text_[at_] == '\\') {
      ++at_;
      ++characters;
    }
    if (begins_character(text_[at_])) ++characters;
  }
  place_.column += characters;
  return text_.substr(begin, at_++ - begin);
}

SourcePlace place_of_byte(std::string_view text, std::size_t byte, std::uint32_t first_line) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  return {
      first_line + static_cast<std::uint32_t>(std::ranges::count(before, '\n')),
      static_cast<std::uint32_t>(std::ranges::count_if(before.substr(start), begins_character)) +
          1};
}

}  // namespace opexplore::documents::detail
