// The source tests and the machines that commands of opmap check tables with.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mappings/check.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"

namespace opexplore {

/// What users say of tests and machines.
struct TestTexts {
  std::vector<std::string> files;  ///< tests of their own; without them the families
  std::string families = "two-thread";
  std::uint64_t every = 1;
  int width = 32;
  std::string cxx = "c++20";  ///< a list
  std::string machine = "ptx-proxy";
  std::string reading;
  unsigned threads = 0;
  std::string timeout;
};

/// \name Options of the program, by group.
/// @{
void add_family_options(CLI::App& app, TestTexts& texts);
void add_machine_options(CLI::App& app, TestTexts& texts);
void add_limit_options(CLI::App& app, TestTexts& texts);
/// @}

/// The source tests of one run. Lists that it makes refer to it.
struct SelectedTests {
  std::optional<mappings::SourceTests> generated;
  std::vector<Test> read;
  std::vector<std::size_t> selected;  ///< of the generated ones
  std::string title;                  ///< "families two-thread", "3 files"

  mappings::TestList list() const;
};

/// Throws UsageError, and InputError for files that are no C++ tests.
SelectedTests tests_of(const TestTexts& texts);

/// How to check under that source model; entries are not weakened. Throws UsageError.
mappings::CheckOptions check_options(const TestTexts& texts, const std::string& cxx);

/// For the head of a report.
mappings::CheckTitle title_of(const mappings::CheckOptions& options, const SelectedTests& tests);

}  // namespace opexplore
