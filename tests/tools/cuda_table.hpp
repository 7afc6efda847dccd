// The kernels of tests/kernels/cuda, tests/kernels/corpus and tests/kernels/asynchronous with what
// was derived for them by hand, and the report of `opexplore kernel.cu` taken apart.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/cli.hpp"

namespace opexplore::testing {

inline const std::string cuda_folder = "tests/kernels/cuda/";
inline const std::string corpus_folder = "tests/kernels/corpus/";
inline const std::string asynchronous_folder = "tests/kernels/asynchronous/";

// A row of differs.csv: what the program says of a kernel instead of what was derived, and the wart
// of docs/warts.md that is why.
struct KnownDifference {
  int exit = 0;
  std::vector<std::string> verdicts;
  std::vector<std::string> values;
  std::string wart;
};

// A row of expected.csv; README.md beside it says what the columns mean.
struct JudgedKernel {
  std::string folder;
  std::string file;
  std::string options;
  int exit = 0;
  std::vector<std::string> verdicts;
  std::vector<std::string> lines;
  std::vector<std::string> values;
  std::vector<std::string> fix;
  std::string story;  // its name in stories.csv, which corpus_folder alone has
  std::optional<KnownDifference> difference;
};

// A row of stories.csv: what is told of kernels that belong together.
struct KernelStory {
  std::string name;
  std::string title;
  std::string does;
  std::string wrong;
  std::string mends;
};

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) result.push_back(part);
  return result;
}

// The cells of a line of CSV; a cell in quotes may have commas.
inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

// The cells of each row of a file of CSV, without its head.
inline std::vector<std::vector<std::string>> rows_of(const std::string& path) {
  std::vector<std::vector<std::string>> result;
  std::vector<std::string> lines = split(docs::read(path), '\n');
  lines.erase(lines.begin());
  for (const std::string& line : lines) {
    if (!line.empty()) result.push_back(cells_of(line));
  }
  return result;
}

// The known differences of the kernels in corpus_folder, by file; those of other folders have none.
inline std::map<std::string, KnownDifference> known_differences(const std::string& folder) {
  std::map<std::string, KnownDifference> result;
  if (folder != corpus_folder) return result;
  for (const std::vector<std::string>& cells : rows_of(folder + "differs.csv")) {
    const KnownDifference difference{std::stoi(cells.at(1)), split(cells.at(2), ' '),
                                     split(cells.at(3), ';'), cells.at(4)};
    result.emplace(cells.at(0), difference);
  }
  return result;
}

inline std::vector<JudgedKernel> judged_kernels(const std::string& folder) {
  std::vector<JudgedKernel> result;
  const std::map<std::string, KnownDifference> differences = known_differences(folder);
  for (const std::vector<std::string>& cells : rows_of(folder + "expected.csv")) {
    const std::string story = cells.size() > 7 ? cells[7] : std::string();
    result.push_back({folder,
                      cells.at(0),
                      cells.at(1),
                      std::stoi(cells.at(2)),
                      split(cells.at(3), ' '),
                      split(cells.at(4), ' '),
                      split(cells.at(5), ';'),
                      split(cells.at(6), ' '),
                      story,
                      {}});
    const auto difference = differences.find(result.back().file);
    if (difference != differences.end()) result.back().difference = difference->second;
  }
  return result;
}

inline std::vector<KernelStory> kernel_stories() {
  std::vector<KernelStory> result;
  for (const std::vector<std::string>& cells : rows_of(corpus_folder + "stories.csv")) {
    result.push_back({cells.at(0), cells.at(1), cells.at(2), cells.at(3), cells.at(4)});
  }
  return result;
}

// The parts of a report that begin with `word`, "BUG" or "FIX", each with the lines that belong to
// it: those up to the next part.
inline std::vector<std::string> parts_of(const std::string& report, const std::string& word) {
  std::vector<std::string> result;
  bool inside = false;
  for (const std::string& line : split(report, '\n')) {
    const bool begins = line.size() > 2 && line.starts_with("  ") && line[2] != ' ';
    if (begins) inside = line.compare(2, word.size(), word) == 0;
    if (inside && begins) result.emplace_back();
    if (inside) result.back() += line + '\n';
    if (line.empty()) inside = false;
  }
  return result;
}

// Whether a text names line `number` of a file, and not one of which it is the beginning.
inline bool names_line(const std::string& text, const std::string& file,
                       const std::string& number) {
  const std::string place = file + ".cu:" + number;
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1)) {
    const char next = at + place.size() < text.size() ? text[at + place.size()] : ' ';
    if (next < '0' || next > '9') return true;
  }
  return false;
}

// "6|7" is one of the two.
inline bool names_one_of(const std::string& text, const std::string& file,
                         const std::string& numbers) {
  const std::vector<std::string> choice = split(numbers, '|');
  return std::any_of(choice.begin(), choice.end(),
                     [&](const std::string& number) { return names_line(text, file, number); });
}

// "6-10" is both, of which each may be a choice.
inline bool names_all_of(const std::string& text, const std::string& file,
                         const std::string& numbers) {
  const std::vector<std::string> all = split(numbers, '-');
  return std::all_of(all.begin(), all.end(),
                     [&](const std::string& choice) { return names_one_of(text, file, choice); });
}

}  // namespace opexplore::testing
