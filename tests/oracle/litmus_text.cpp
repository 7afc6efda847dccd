#include "tests/oracle/litmus_text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace opexplore::oracle {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \n\t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \n\t") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + separator.size());
  }
}

std::string ptx_place(std::string_view place) {
  const auto numbers = split(place, ",");
  return "@cta " + std::string(numbers.at(0)) + ",gpu " + std::string(numbers.at(1));
}

std::string vulkan_place(std::string_view place) {
  const std::string workgroup = place == "B" ? "1" : place == "C" ? "2" : "0";
  return "@sg " + std::string(place == "W" ? "1" : "0") + ",wg " + workgroup + ",qf " +
         (place == "Q" ? "1" : "0");
}

// The lines of a test whose first is `first`.
template <class Place>
std::string text_of(std::string first, std::string_view declarations, std::string_view threads,
                    std::string_view condition, Place&& place) {
  std::vector<std::vector<std::string_view>> columns;
  std::string head;
  std::size_t rows = 0;
  for (const std::string_view thread : split(threads, "||")) {
    const std::size_t colon = thread.find(':');
    head += columns.empty() ? " " : " | ";
    head += "P" + std::to_string(columns.size()) + place(thread.substr(0, colon));
    columns.push_back(split(thread.substr(colon + 1), ";"));
    rows = std::max(rows, columns.back().size());
  }
  std::string text = std::move(first) + "\n{\n" + std::string(declarations) + "\n}\n";
  text += head + " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      text += c == 0 ? " " : " | ";
      if (row < columns[c].size()) text += columns[c][row];
    }
    text += " ;\n";
  }
  return text + std::string(condition) + "\n";
}

}  // namespace

std::string litmus_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition) {
  return text_of("PTX " + std::string(name), declarations, threads, condition, ptx_place);
}

std::string vulkan_text(std::string_view name, std::string_view declarations,
                        std::string_view threads, std::string_view condition) {
  const std::vector<std::string_view> parts = split(declarations, " ssw ");
  std::string declared(parts.front());
  if (parts.size() > 1) declared += "\n}\n{";
  for (std::size_t i = 1; i < parts.size(); ++i) declared += " ssw " + std::string(parts[i]) + ";";
  return text_of("VULKAN " + std::string(name), declared, threads, condition, vulkan_place);
}

}  // namespace opexplore::oracle
