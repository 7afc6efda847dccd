#include "export/dot_text.hpp"

namespace opexplore {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string dot_quoted(const std::string& text) { return '"' + escaped(text) + '"'; }

std::string dot_lines(std::span<const std::string> lines) {
  std::string result = "\"";
  for (const std::string& line : lines) result += (result.size() == 1 ? "" : "\\n") + escaped(line);
  return result + '"';
}

}  // namespace opexplore
