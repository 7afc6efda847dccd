#include "mappings/json_places.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

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

// A string as it stands between quotes, without its escapes: "\u0061" and "a" are one name.
std::string unescaped(std::string_view written) {
  if (written.find('\\') == written.npos) return std::string(written);
  return nlohmann::json::parse('"' + std::string(written) + '"').get<std::string>();
}

// Walks through a text that is known to be JSON.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  JsonPlaces walk() {
    value();
    places_.sort();
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

  void value() {
    skip_blanks();
    places_.add(pointer_, place_);
    if (text_[next_] == '{') {
      object();
    } else if (text_[next_] == '[') {
      array();
    } else if (text_[next_] == '"') {
      string();
    } else {
      while (next_ < text_.size() &&
             std::string_view(",]} \t\r\n").find(text_[next_]) == text_.npos) {
        advance();
      }
    }
  }

  // A value one level deeper.
  void value(const std::string& part) {
    const std::size_t size = pointer_.size();
    pointer_ += '/';
    pointer_ += part;
    value();
    pointer_.resize(size);
  }

  void object() {
    std::set<std::string> names;
    advance();
    while (!accept('}')) {
      skip_blanks();
      const SourcePlace place = place_;
      const std::string name = unescaped(string());
      if (!names.insert(name).second) throw DuplicateMember{name, place};
      accept(':');
      value(escaped(name));
      accept(',');
    }
  }

  void array() {
    advance();
    for (std::size_t i = 0; !accept(']'); ++i) {
      value(std::to_string(i));
      accept(',');
    }
  }

  std::string_view text_;
  std::size_t next_ = 0;
  SourcePlace place_{1, 1};
  std::string pointer_;
  JsonPlaces places_;
};

}  // namespace

SourcePlace JsonPlaces::of(std::string_view pointer) const {
  const std::size_t key = std::hash<std::string_view>()(pointer);
  const auto found =
      std::ranges::lower_bound(places_, key, {}, [](const auto& p) { return p.first; });
  return found == places_.end() || found->first != key ? SourcePlace{} : found->second;
}

void JsonPlaces::add(std::string_view pointer, SourcePlace place) {
  places_.emplace_back(std::hash<std::string_view>()(pointer), place);
}

void JsonPlaces::sort() {
  std::ranges::sort(places_, {}, [](const auto& p) { return p.first; });
}

JsonPlaces places_of_values(std::string_view text) { return Walker(text).walk(); }

}  // namespace opexplore::mappings::detail
