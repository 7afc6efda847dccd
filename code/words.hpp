// What texts of code are put together with.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace opexplore::code {

/// Words with blanks between; those that are empty are left out.
inline std::string phrase(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (word.empty()) continue;
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

constexpr std::string_view if_so(bool truth, std::string_view word) { return truth ? word : ""; }

/// Of an enumeration, whose values have these words in their order.
template <class Enum, std::size_t Count>
constexpr std::string_view word_of(const std::array<std::string_view, Count>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

}  // namespace opexplore::code
