#include "litmus/generate/minimise/report.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace opexplore::minimise {

namespace {

using Row = std::array<std::string, 4>;  // kind, where, line, text

Row row(const Fate& fate, const Dialect& dialect) {
  const std::string where =
      thread_name(dialect, fate.thread) + ":" + std::to_string(fate.instruction);
  const std::string line = fate.place.line == 0 ? "" : "line " + std::to_string(fate.place.line);
  const bool simplified = fate.kind == Fate::Kind::simplified;
  return {std::string(to_string(fate.kind)), where, line,
          fate.before + (simplified ? "  ->  " + fate.after : "")};
}

}  // namespace

std::string_view to_string(Fate::Kind kind) {
  switch (kind) {
    case Fate::Kind::needed:
      return "needed";
    case Fate::Kind::simplified:
      return "simplified";
    case Fate::Kind::removed:
      return "not needed";
  }
  return {};
}

std::string report(const Minimised& minimised, const Dialect& dialect) {
  std::vector<Row> rows;
  std::array<std::size_t, 3> widths{};
  for (const Fate& fate : minimised.fates) {
    rows.push_back(row(fate, dialect));
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths.at(i) = std::max(widths.at(i), rows.back().at(i).size());
    }
  }
  std::string text;
  for (Row& cells : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths.at(i) == 0) continue;
      cells.at(i).resize(widths.at(i), ' ');
      text += cells.at(i) + "  ";
    }
    text += cells.back() + "\n";
  }
  return text;
}

}  // namespace opexplore::minimise
