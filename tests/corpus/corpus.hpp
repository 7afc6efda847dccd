// A corpus of litmus tests, litmus/<folder>, with its tables, for the tests of each corpus.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/corpus/tables.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::corpus {

/// Verdicts by the path of the test in its corpus.
using Verdicts = std::map<std::string, bool>;

struct Corpus {
  std::filesystem::path root;
  std::map<std::string, Test> tests;  ///< by path relative to the root, with `/`

  std::string path_of(const std::filesystem::path& file) const {
    return file.lexically_normal().lexically_relative(root.lexically_normal()).generic_string();
  }
};

/// Every test below litmus/<folder> of the source tree.
inline Corpus read_corpus(std::string_view folder) {
  Corpus corpus{std::filesystem::path(testing::source_folder) / "litmus" / folder, {}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus.root)) {
    if (entry.path().extension() != ".litmus") continue;
    corpus.tests.emplace(corpus.path_of(entry.path()), read_file(entry.path()));
  }
  return corpus;
}

/// The table expected-<name>.csv. Checks that nothing is listed twice.
inline Verdicts expected(const Corpus& corpus, std::string_view name) {
  const std::vector<Expectation> lines =
      read_expected_file(corpus.root / ("expected-" + std::string(name) + ".csv"));
  Verdicts verdicts;
  for (const Expectation& line : lines) verdicts.emplace(corpus.path_of(line.test), line.ok);
  CHECK(verdicts.size() == lines.size());
  return verdicts;
}

template <class Map>
std::set<std::string> keys(const Map& map) {
  std::set<std::string> result;
  for (const auto& [key, value] : map) result.insert(key);
  return result;
}

/// The paths that an index of the corpus lists.
inline std::set<std::string> indexed(const Corpus& corpus, std::string_view name = "@all") {
  std::set<std::string> paths;
  const std::vector<std::string> index{(corpus.root / name).string()};
  for (const auto& file : expand_sources(index)) paths.insert(corpus.path_of(file));
  return paths;
}

/// reasons.csv, lines `path,"sentence"`. Checks that nothing is listed twice.
inline std::map<std::string, std::string> reasons(const Corpus& corpus) {
  std::map<std::string, std::string> result;
  std::ifstream file(corpus.root / "reasons.csv");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t quote = line.find(",\"");
    INFO(line);
    REQUIRE(quote != std::string::npos);
    REQUIRE(line.size() > quote + 3);
    REQUIRE(line.back() == '"');
    const std::string reason = line.substr(quote + 2, line.size() - quote - 3);
    CHECK(result.emplace(line.substr(0, quote), reason).second);
  }
  return result;
}

/// Words with one blank between them.
inline std::string words(const std::string& text) {
  std::istringstream stream(text);
  std::string result;
  for (std::string word; stream >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

/// What stands between the commas of a line of a table.
inline std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

/// The comment that heads the test, on one line.
inline std::string comment_of(const Test& test) {
  std::string comment;
  for (const std::string& line : test.comments) comment += line + " ";
  return words(comment);
}

/// The paths of tests, `….litmus`, that the README of the corpus names in backquotes.
inline std::vector<std::string> named_in_readme(const Corpus& corpus) {
  std::ifstream file(corpus.root / "README.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string readme = text.str();
  std::vector<std::string> paths;
  for (std::size_t at = readme.find(".litmus`"); at != std::string::npos;
       at = readme.find(".litmus`", at + 1)) {
    const std::size_t start = readme.rfind('`', at) + 1;
    paths.push_back(readme.substr(start, at - start) + ".litmus");
  }
  return paths;
}

/// The machine's report on the test. Checks that the search was complete.
inline Answer explored(const MachineEntry& machine, const Test& test,
                       const MachineOptions& settings = {}) {
  REQUIRE_FALSE(machine.refusal(test, settings).has_value());
  ExploreOptions options;
  options.machine = settings;
  Answer report = machine.explore(test, options);
  CHECK(report.coverage.complete());
  return report;
}

/// Whether the quantified condition of the test holds of a complete report.
inline bool answer(const Test& test, const Answer& report) {
  const Verdict found = verdict(test, report);
  CHECK(found.decided);
  return found.ok;
}

}  // namespace opexplore::corpus
