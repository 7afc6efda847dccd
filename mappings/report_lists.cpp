// What there is to choose from.
#include <algorithm>

#include "export/columns.hpp"
#include "litmus/input/amounts.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"

namespace opexplore::mappings {

std::string families_text() {
  std::string text;
  for (const SourceFamily& family : source_families()) {
    std::string name(family.name);
    name.resize(19, ' ');
    std::string count = grouped(source_tests({std::string(family.name)}).size());
    count.insert(0, count.size() < 8 ? 8 - count.size() : 0, ' ');
    text += name + count + "  " + std::string(family.summary) + '\n';
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
