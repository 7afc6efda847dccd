#include "tests/oracle/vulkan_text.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace opexplore::oracle::vulkan {

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    std::string_view part = text.substr(0, at);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(part);
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + separator.size());
  }
}

std::string_view placement(char letter) {
  switch (letter) {
    case 'A':
    case 'a':
      return "sg 0,wg 0,qf 0";
    case 'W':
      return "sg 1,wg 0,qf 0";
    case 'B':
      return "sg 0,wg 1,qf 0";
    case 'C':
      return "sg 0,wg 2,qf 0";
    case 'Q':
      return "sg 0,wg 0,qf 1";
    default:
      throw std::invalid_argument(std::string("no place is called ") + letter);
  }
}

}  // namespace

std::string vulkan_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition) {
  const std::vector<std::string_view> declared = split(declarations, " ssw ");
  std::string text = "VULKAN " + std::string(name) + "\n{ " + std::string(declared[0]) + " }\n";
  if (declared.size() > 1) {
    text += "{ ";
    for (std::size_t i = 1; i < declared.size(); ++i)
      text += "ssw " + std::string(declared[i]) + "; ";
    text += "}\n";
  }
  std::vector<std::vector<std::string_view>> columns;
  std::size_t rows = 0;
  for (const std::string_view thread : split(threads, "||")) {
    text += (columns.empty() ? " P" : " | P") + std::to_string(columns.size()) + "@" +
            std::string(placement(thread.at(0)));
    columns.push_back(split(thread.substr(2), ";"));
    rows = std::max(rows, columns.back().size());
  }
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      text += c == 0 ? " " : " | ";
      if (row < columns[c].size()) text += columns[c][row];
    }
    text += " ;\n";
  }
  return text + std::string(condition) + "\n";
}

}  // namespace opexplore::oracle::vulkan
