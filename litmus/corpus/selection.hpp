// Which tests of a batch run, and what is expected of them: -names, -excl, -kinds, --expect.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "litmus/corpus/tables.hpp"
#include "litmus/language/ptx_code/strict_ptx.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// The tables that say which tests run, by herd's names for them.
struct SelectionFiles {
  std::vector<std::filesystem::path> names;  ///< -names: run only these; empty: all
  std::vector<std::filesystem::path> excluded_names;
  std::optional<std::filesystem::path> kinds;
  std::optional<std::filesystem::path> expect;
};

/// The tables of one run. Immutable, so that tests may run in parallel.
class Selection {
 public:
  /// Reads the files. Throws InputError.
  explicit Selection(const SelectionFiles& files);

  /// Whether -names (if given) has the test and -excl has not.
  bool includes(const std::string& name) const;

  /// Gives the test the quantifier that -kinds has for it, if any.
  void rewrite(Test& test) const;

  /// herd's Ok as expected of the test in that file; nothing when no table has it.
  std::optional<bool> expected(const Test& test, const std::filesystem::path& file) const;

  /// Whether a table of expectations was given at all.
  bool expects() const { return expects_; }

 private:
  std::optional<std::set<std::string>> names_;
  std::set<std::string> excluded_;
  Kinds kinds_;
  std::map<std::filesystem::path, bool> expected_;  ///< by canonical path
  bool expects_ = false;
};

/// A test that a run asks about, and what is known of it before anybody answers.
struct SelectedTest {
  SpelledTest read;
  /// Of the program, as the log says it: herd7's, where herd7 can read the test.
  std::string hash;
  std::optional<bool> expected;  ///< herd's Ok, where a table has it
  std::vector<Finding> not_ptx;  ///< where that is looked for: what no PTX assembler takes
};

/// The test as the tables have it; nothing when they leave it out. `file` is what a table of
/// expectations calls it.
std::optional<SelectedTest> selected_test(SpelledTest read, const std::filesystem::path& file,
                                          const Selection& selection, bool strict_ptx);

}  // namespace opexplore
