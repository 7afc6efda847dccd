// What there is to choose from.
#include <algorithm>

#include "export/columns.hpp"
#include "litmus/input/amounts.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"

namespace opexplore::mappings {

namespace {

std::string family_line(std::string name, std::size_t tests, std::string_view summary) {
  name.resize(19, ' ');
  std::string count = grouped(tests);
  count.insert(0, count.size() < 8 ? 8 - count.size() : 0, ' ');
  return name + count + "  " + std::string(summary) + '\n';
}

}  // namespace

std::string families_text() {
  std::string text;
  for (const SourceFamily& family : source_families()) {
    const std::string name(family.name);
    text += family_line(name, source_tests({name}).size(), family.summary);
  }
  for (const std::string& table : built_in_tables()) {
    const Table language = load_table(table);
    if (language.language != language.name) continue;
    for (const SourceFamily& family : shader_families()) {
      const std::string name(family.name);
      text += family_line(name + " (" + language.name + ")", shader_tests({name}, language).size(),
                          family.summary);
    }
  }
  return text;
}

std::string tables_text() {
  const std::vector<std::string> names = built_in_tables();
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  std::string text;
  for (const std::string& name : names) {
    text += padded(name, width + 2) + load_table(name).summary + '\n';
  }
  return text;
}

}  // namespace opexplore::mappings
