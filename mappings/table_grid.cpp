// A table as text for people.
#include <algorithm>
#include <utility>

#include "export/columns.hpp"
#include "mappings/table.hpp"
#include "mappings/table_words.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

// Entries that say the same, and what they say.
struct GridRow {
  std::vector<std::string> entries;
  const Entry* first = nullptr;
};

bool same_row(const Entry& a, const Entry& b) {
  return a.operation == b.operation && a.width == b.width && a.scope == b.scope &&
         a.code == b.code && a.refused == b.refused && a.source == b.source &&
         a.version == b.version;
}

std::vector<GridRow> rows_of(const Table& table) {
  std::vector<GridRow> rows;
  for (const Entry& entry : table.entries) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const GridRow& each) {
      return same_row(*each.first, entry);
    });
    if (row == rows.end()) {
      rows.push_back({{to_string(entry)}, &entry});
    } else {
      row->entries.push_back(to_string(entry));
    }
  }
  return rows;
}

// The sources of the entries, numbered as they come.
class Sources {
 public:
  std::string mark(const Entry& entry) {
    const std::pair source(entry.source, entry.version);
    auto found = std::find(sources_.begin(), sources_.end(), source);
    if (found == sources_.end()) found = sources_.insert(found, source);
    return "[" + std::to_string(found - sources_.begin() + 1) + "]";
  }
  std::string text() const {
    std::string result;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const auto& [source, version] = sources_[i];
      result += "  [" + std::to_string(i + 1) + "] " + source +
                (version.empty() ? "" : " (" + version + ")") + '\n';
    }
    return result;
  }

 private:
  std::vector<std::pair<std::string, std::string>> sources_;
};

std::vector<std::string> lines_of(const Entry& entry) {
  std::vector<std::string> lines = to_lines(entry.code);
  if (lines.empty()) lines.push_back(told(entry));
  return lines;
}

std::string title(const Table& table) {
  const std::string of = table.version.empty() ? "extends " + table.extends : table.version;
  std::string text = table.name + ": " + table.summary + "\n  " + of + "; " + table.arch + "\n  ";
  if (!table.language.empty()) return text + "language: " + table.language + "\n\n";
  text += "scopes:";
  for (const Scope scope : detail::all_scopes) {
    const MappedScope& mapped = table.mapped(scope);
    if (mapped == MappedScope{}) continue;
    text += (scope == Scope::cta ? " " : ", ") + std::string(cxx_name(scope)) +
            (mapped.scope ? " is " : " ") + told(mapped);
  }
  return text + "\n\n";
}

}  // namespace

std::string grid(const Table& table) {
  const std::vector<GridRow> rows = rows_of(table);
  std::size_t left = 0;
  std::size_t middle = 0;
  for (const GridRow& row : rows) {
    for (const std::string& entry : row.entries) left = std::max(left, entry.size());
    for (const std::string& line : lines_of(*row.first)) middle = std::max(middle, line.size());
  }
  Sources sources;
  std::string text = title(table);
  for (const GridRow& row : rows) {
    const std::vector<std::string> lines = lines_of(*row.first);
    const std::string mark = sources.mark(*row.first);
    for (std::size_t i = 0; i < std::max(lines.size(), row.entries.size()); ++i) {
      const std::string entry = i < row.entries.size() ? row.entries[i] : "";
      std::string line = i < lines.size() ? lines[i] : "";
      if (i == 0) line = padded(line, middle) + "  " + mark;
      std::string whole = "  " + padded(entry, left) + "  " + line;
      whole.erase(whole.find_last_not_of(' ') + 1);
      text += whole + '\n';
    }
  }
  return text + "\n" + sources.text();
}

}  // namespace opexplore::mappings
