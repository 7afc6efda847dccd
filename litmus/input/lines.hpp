// Line-oriented files: index files and tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// The text without blanks around it.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Place of `part`, a view into `line`, which is line `number` of its file.
inline SourcePlace place_in(std::string_view line, std::string_view part, std::uint32_t number) {
  std::uint32_t column = 1;
  for (const char* c = line.data(); c != part.data(); ++c) {
    // Columns count characters: the continuation bytes of UTF-8 are none.
    if ((static_cast<unsigned char>(*c) & 0xC0U) != 0x80U) ++column;
  }
  return {number, column};
}

/// Calls `use(content, place of content)` for every line that says something;
/// `#` starts a comment at the beginning of a line or after a blank.
template <class Use>
void for_each_line(std::string_view text, Use&& use) {
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    std::size_t comment = line.find('#');
    while (comment != line.npos && comment != 0 && line[comment - 1] != ' ' &&
           line[comment - 1] != '\t') {
      comment = line.find('#', comment + 1);
    }
    const std::string_view content = trimmed(line.substr(0, comment));
    if (!content.empty()) use(content, place_in(line, content, number));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

}  // namespace opexplore::detail
