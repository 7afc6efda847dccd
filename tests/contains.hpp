// Looking for a part of a text.
#pragma once

#include <cstddef>
#include <string>

namespace opexplore::testing {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// How often the part is in the text, wherever it begins.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace opexplore::testing
