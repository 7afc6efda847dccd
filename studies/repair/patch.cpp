#include "studies/repair/patch.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "studies/repair/ptx_text.hpp"

namespace opexplore::repair {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The byte of a column, which counts characters from 1.
std::size_t byte_of(const std::string& line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t left = column - 1; left > 0 && at < line.size(); --left) {
    ++at;
    while (at < line.size() && is_continuation(line[at])) ++at;
  }
  return at;
}

// A cell of the table of threads: from behind the bar before it to the next one.
struct Cell {
  std::size_t begin = 0, instruction = 0, end = 0;
};

Cell cell_at(const std::string& line, std::uint32_t column) {
  constexpr std::string_view bars = "|;";
  const std::size_t at = byte_of(line, column);
  const std::size_t before = at == 0 ? std::string::npos : line.find_last_of(bars, at - 1);
  const std::size_t behind = line.find_first_of(bars, at);
  return {before == std::string::npos ? 0 : before + 1, at, std::min(behind, line.size())};
}

void overwrite(std::string& line, std::size_t begin, std::size_t end, std::string text) {
  const std::size_t width = end - begin;
  // One blank is left in front of the bar.
  if (text.size() < width) {
    text.resize(width, ' ');
  } else {
    text += ' ';
  }
  line.replace(begin, width, text);
}

// The same row with nothing in its cells.
std::string empty_row(const std::string& line) {
  std::string row;
  for (const char c : line) {
    if (!is_continuation(c)) row += c == '|' || c == ';' ? c : ' ';
  }
  return row;
}

bool is_empty_row(const std::string& line) {
  return line.find(';') != std::string::npos &&
         line.find_first_not_of(" \t|;\r") == std::string::npos;
}

// The lines of a test while its cells change.
class Table {
 public:
  explicit Table(const SpelledTest& spelled)
      : test_(spelled.test), dialect_(spelled.dialect), lines_(lines_of(spelled.text)) {}

  // False where the test's text has no such place.
  bool change(const Point& point, const Level& level) {
    const Thread& thread = test_.program.threads[point.thread];
    const Instruction& there = thread.instructions[point.instruction];
    if (there.place.line == 0 || there.place.line > lines_.size()) return false;
    const auto action =
        point.gap ? fence_at(point.kind, level) : at_level(there.action, point.kind, level);
    const std::string text =
        action ? dialect_.instruction(*action, thread, test_.program) : std::string();
    if (point.gap) {
      insert(point, there.place, text);
    } else {
      replacements_.emplace_back(there.place, text);
    }
    return true;
  }

  std::string text() {
    // From the right, so that columns stay where they are.
    const auto from_right = [](const auto& a, const auto& b) {
      return a.first.column > b.first.column;
    };
    std::ranges::stable_sort(replacements_, from_right);
    for (const auto& [place, text] : replacements_) {
      std::string& line = lines_[place.line - 1];
      const Cell cell = cell_at(line, place.column);
      overwrite(line, cell.instruction, cell.end, text);
    }
    std::string whole;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (const std::string& row : rows_[i]) whole += row + '\n';
      const bool changed = std::ranges::any_of(
          replacements_, [&](const auto& one) { return one.first.line == i + 1; });
      if (!changed || !is_empty_row(lines_[i])) whole += lines_[i] + '\n';
    }
    return whole;
  }

 private:
  void insert(const Point& point, SourcePlace place, const std::string& text) {
    const std::string& line = lines_[place.line - 1];
    std::vector<std::string>& rows = rows_[place.line - 1];
    std::size_t& used = used_[{place.line, point.thread}];
    if (used == rows.size()) rows.push_back(empty_row(line));
    // Columns are those of the line; a row has grown by what stands to the right alone.
    std::string& row = rows[used++];
    const Cell cell = cell_at(row, column_in(row, line, place));
    overwrite(row, cell.instruction, cell.end, text);
  }

  // Where the thread's cell of the row begins, whose bars may have moved.
  static std::uint32_t column_in(const std::string& row, const std::string& line,
                                 SourcePlace place) {
    const std::size_t at = byte_of(line, place.column);
    const std::size_t begin = cell_at(line, place.column).begin;
    const auto bars = std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(at), '|');
    std::size_t cell = 0;
    for (std::ptrdiff_t i = 0; i < bars; ++i) cell = row.find('|', cell) + 1;
    return static_cast<std::uint32_t>(cell + (at - begin) + 1);
  }

  const Test& test_;
  const Dialect& dialect_;
  std::vector<std::string> lines_;
  std::vector<std::pair<SourcePlace, std::string>> replacements_;
  std::map<std::size_t, std::vector<std::string>> rows_;  // in front of the line with that index
  std::map<std::pair<std::uint32_t, ThreadId>, std::size_t> used_;  // of these, by line and thread
};

bool same_code(const Program& a, const Program& b) {
  if (a.threads.size() != b.threads.size()) return false;
  for (std::size_t t = 0; t < a.threads.size(); ++t) {
    const auto same = [](const Instruction& one, const Instruction& other) {
      return one.action == other.action;
    };
    if (!std::ranges::equal(a.threads[t].instructions, b.threads[t].instructions, same)) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> edited_text(const SpelledTest& spelled, const std::vector<Point>& points,
                                       const Assignment& levels, const Program& wanted) {
  Table table(spelled);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (levels[p] == points[p].now) continue;
    if (!table.change(points[p], points[p].levels[levels[p]])) return std::nullopt;
  }
  std::string text = table.text();
  try {
    if (same_code(read(text, spelled.test.path).program, wanted)) return text;
  } catch (const InputError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

using Lines = std::vector<std::string>;

// By lines of both, how many are alike from there on.
std::vector<std::vector<std::size_t>> alike(std::span<const std::string> a,
                                            std::span<const std::string> b) {
  std::vector<std::vector<std::size_t>> length(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i][j] =
          a[i] == b[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  return length;
}

// A line of a diff, and how many lines of both come before it.
struct DiffLine {
  char mark = ' ';
  std::string text;
  std::size_t before = 0, after = 0;
};

std::vector<DiffLine> diff_lines(const Lines& a, const Lines& b) {
  std::vector<DiffLine> lines;
  // Modules are long, and differ in few places: what is alike at both ends is not compared further.
  const auto first = std::ranges::mismatch(a, b).in1 - a.begin();
  const std::span<const std::string> ours(a.begin() + first, a.end()),
      theirs(b.begin() + first, b.end());
  const auto last =
      std::ranges::mismatch(ours.rbegin(), ours.rend(), theirs.rbegin(), theirs.rend()).in1 -
      ours.rbegin();
  const auto rest = static_cast<std::size_t>(last), same = static_cast<std::size_t>(first);
  const auto length = alike(ours.first(ours.size() - rest), theirs.first(theirs.size() - rest));
  const std::size_t a_end = a.size() - rest, b_end = b.size() - rest;
  std::size_t i = 0, j = 0;
  const auto is_alike = [&] { return i < same || (i >= a_end && j >= b_end); };
  while (i < a.size() || j < b.size()) {
    if (is_alike() || (i < a_end && j < b_end && a[i] == b[j])) {
      lines.push_back({' ', a[i], i, j});
      ++i;
      ++j;
    } else if (j == b_end ||
               (i < a_end && length[i + 1 - same][j - same] >= length[i - same][j + 1 - same])) {
      lines.push_back({'-', a[i], i, j});
      ++i;
    } else {
      lines.push_back({'+', b[j], i, j});
      ++j;
    }
  }
  return lines;
}

std::string range_text(std::size_t begin, std::size_t count) {
  return std::to_string(count == 0 ? begin : begin + 1) +
         (count == 1 ? "" : ',' + std::to_string(count));
}

}  // namespace

std::string changed_text(const SpelledTest& spelled, const std::vector<Point>& points,
                         const Assignment& levels) {
  if (is_of_kernel(spelled.test)) {
    return changed_module(spelled.test, spelled.text, points, levels);
  }
  const Changed wanted = changed(spelled.test, points, levels);
  if (auto text = edited_text(spelled, points, levels, wanted.test.program))
    return *std::move(text);
  return write(wanted.test, spelled.dialect);
}

std::vector<LineChange> line_changes(std::string_view before, std::string_view after) {
  std::vector<LineChange> changes;
  bool goes_on = false;
  for (const DiffLine& line : diff_lines(lines_of(before), lines_of(after))) {
    if (line.mark == ' ') {
      goes_on = false;
      continue;
    }
    if (!goes_on) changes.push_back({line.before + 1, 0, {}});
    goes_on = true;
    changes.back().removed += line.mark == '-';
    if (line.mark == '+') changes.back().inserted += line.text + '\n';
  }
  return changes;
}

std::string unified_diff(std::string_view before, std::string_view after, const std::string& file) {
  constexpr std::size_t context = 3;
  const std::vector<DiffLine> lines = diff_lines(lines_of(before), lines_of(after));
  std::string hunks;
  for (std::size_t i = 0; i < lines.size();) {
    if (lines[i].mark == ' ') {
      ++i;
      continue;
    }
    const std::size_t begin = i - std::min(i, context);
    std::size_t end = i;  // behind the last change that is near
    for (std::size_t j = i; j < lines.size() && j <= end + 2 * context; ++j) {
      if (lines[j].mark != ' ') end = j + 1;
    }
    const std::size_t stop = std::min(end + context, lines.size());
    std::size_t removed = 0, added = 0;
    std::string body;
    for (std::size_t j = begin; j < stop; ++j) {
      removed += lines[j].mark != '+';
      added += lines[j].mark != '-';
      body += lines[j].mark + lines[j].text + '\n';
    }
    hunks += "@@ -" + range_text(lines[begin].before, removed) + " +" +
             range_text(lines[begin].after, added) + " @@\n" + body;
    i = stop;
  }
  return hunks.empty() ? "" : "--- " + file + "\n+++ " + file + '\n' + hunks;
}

}  // namespace opexplore::repair
