#include "mappings/json_places.hpp"

#include <cstddef>
#include <utility>

namespace opexplore::mappings::detail {
namespace {

// A member's name as a part of a JSON pointer.
std::string escaped(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

// Walks through a text that is known to be JSON.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  JsonPlaces walk() {
    value("");
    return std::move(places_);
  }

 private:
  void advance() {
    const auto byte = static_cast<unsigned char>(text_[next_++]);
    if (byte == '\n') {
      place_ = {place_.line + 1, 1};
    } else if ((byte & 0xC0U) != 0x80U) {  // columns count characters, not bytes of UTF-8
      ++place_.column;
    }
  }
  void skip_blanks() {
    while (next_ < text_.size() && std::string_view(" \t\r\n").find(text_[next_]) != text_.npos) {
      advance();
    }
  }
  bool accept(char c) {
    skip_blanks();
    if (next_ == text_.size() || text_[next_] != c) return false;
    advance();
    return true;
  }
  // What stands between the quotes; escapes stay as they are.
  std::string_view string() {
    advance();
    const std::size_t begin = next_;
    while (text_[next_] != '"') {
      if (text_[next_] == '\\') advance();
      advance();
    }
    const std::string_view result = text_.substr(begin, next_ - begin);
    advance();
    return result;
  }

  void value(const std::string& pointer) {
    skip_blanks();
    places_.emplace(pointer, place_);
    if (text_[next_] == '{') {
      object(pointer);
    } else if (text_[next_] == '[') {
      array(pointer);
    } else if (text_[next_] == '"') {
      string();
    } else {
      while (next_ < text_.size() &&
             std::string_view(",]} \t\r\n").find(text_[next_]) == text_.npos) {
        advance();
      }
    }
  }

  void object(const std::string& pointer) {
    advance();
    while (!accept('}')) {
      skip_blanks();
      const SourcePlace place = place_;
      const std::string name(string());
      std::string member = pointer + '/' + escaped(name);
      if (places_.contains(member)) throw DuplicateMember{name, place};
      accept(':');
      value(member);
      accept(',');
    }
  }

  void array(const std::string& pointer) {
    advance();
    for (std::size_t i = 0; !accept(']'); ++i) {
      value(pointer + '/' + std::to_string(i));
      accept(',');
    }
  }

  std::string_view text_;
  std::size_t next_ = 0;
  SourcePlace place_{1, 1};
  JsonPlaces places_;
};

}  // namespace

JsonPlaces places_of_values(std::string_view text) { return Walker(text).walk(); }

}  // namespace opexplore::mappings::detail
