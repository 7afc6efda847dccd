#include "export/columns.hpp"

#include <algorithm>
#include <ostream>

namespace opexplore {
namespace {

std::string blanks(std::size_t width, const std::string& text) {
  return std::string(width - std::min(width, text.size()), ' ');
}

std::vector<std::size_t> widths_of(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.empty() ? 0 : lines.front().size());
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  return widths;
}

}  // namespace

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

void write_wrapped(std::ostream& out, const std::string& start, const std::string& text) {
  std::string line = start;
  const std::size_t margin = start.size();
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.size(), begin + widest_line - margin);
    if (end < text.size()) {
      const std::size_t blank = text.rfind(' ', end);
      if (blank != std::string::npos && blank > begin) end = blank;
    }
    out << line << text.substr(begin, end - begin) << '\n';
    line = std::string(margin, ' ');
    begin = end < text.size() && text[end] == ' ' ? end + 1 : end;
  }
}

void write_numbers(std::ostream& out, const std::vector<Cells>& lines) {
  const std::vector<std::size_t> widths = widths_of(lines);
  for (const Cells& line : lines) {
    out << line[0] << blanks(widths[0], line[0]);
    for (std::size_t i = 1; i < line.size(); ++i) {
      out << "  " << blanks(widths[i], line[i]) << line[i];
    }
    out << '\n';
  }
}

void write_columns(std::ostream& out, const std::vector<Cells>& lines, std::size_t indent) {
  const std::vector<std::size_t> widths = widths_of(lines);
  for (const Cells& line : lines) {
    out << std::string(indent, ' ') << line[0];
    for (std::size_t i = 1; i < line.size(); ++i) {
      out << blanks(widths[i - 1], line[i - 1]) << "  " << line[i];
    }
    out << '\n';
  }
}

void write_list(std::ostream& out, const std::string& head, const std::vector<Cells>& lines) {
  if (lines.empty()) return;
  out << '\n' << head << ": " << lines.size() << '\n';
  write_columns(out, lines, 2);
}

}  // namespace opexplore
