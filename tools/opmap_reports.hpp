// What commands of opmap that check tables write: their report, and counterexamples as tests.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mappings/check.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {

/// Where users want it.
struct ReportTexts {
  std::optional<std::filesystem::path> output, json;
  std::optional<std::filesystem::path> kept;  ///< the folder of counterexamples
};

/// Options of the program, in the group "output".
void add_report_options(CLI::App& app, ReportTexts& texts);

/// Writes source and compiled test of each example to DIR/MODEL/NAME.litmus, where MODEL is how the
/// source machine reads C++, and remembers the names in Counterexample::kept. An example that
/// another one of the run has taken the name of gets a number. Throws OutputError, and UsageError
/// for a file that the run reads.
class CounterexampleFolder {
 public:
  /// Makes the folder. `guard` knows what the run reads. Throws OutputError.
  CounterexampleFolder(std::filesystem::path folder, OutputGuard guard);

  void keep(std::vector<mappings::Counterexample>& examples, const mappings::CheckOptions& options);

 private:
  std::string write(const std::filesystem::path& folder, const std::string& name,
                    const std::string& text);

  std::filesystem::path folder_;
  OutputGuard guard_;
  std::vector<std::pair<std::filesystem::path, std::string>> written_;
};

}  // namespace opexplore
