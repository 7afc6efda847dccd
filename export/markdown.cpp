#include "export/markdown.hpp"

#include <algorithm>
#include <ostream>

namespace opexplore {

std::string markdown_plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<' || c == '`' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string markdown_code(const std::string& text) {
  std::string inside = text;
  std::ranges::replace(inside, '`', '\'');
  for (auto at = inside.find('|'); at != std::string::npos; at = inside.find('|', at + 2)) {
    inside.insert(at, 1, '\\');  // ends a cell even in code
  }
  return '`' + inside + '`';
}

void write_markdown_line(std::ostream& out, const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) out << "| " << cell << ' ';
  out << "|\n";
}

void write_markdown_head(std::ostream& out, const std::vector<std::string>& cells,
                         std::size_t first, std::size_t last) {
  write_markdown_line(out, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) out << (first <= i && i < last ? "|--:" : "|---");
  out << "|\n";
}

}  // namespace opexplore
