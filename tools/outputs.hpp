// Where a run writes what in which format.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "export/formats.hpp"
#include "export/output_guard.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// A format, and where it goes.
struct Output {
  const Format* format = nullptr;
  std::optional<std::string> whole = {};  ///< one file for the run; "-" is standard output
  bool printed = false;                   ///< on standard output, test by test
  bool each = false;                      ///< NAME and the suffix, for each test
  bool each_different = false;            ///< the same, for tests on which two differ
  bool of_smaller = true;                 ///< also of what a test was made smaller to
  bool noted = false;                     ///< in the journal, for who merges it

  /// Whether it is of the run, and so of tests, too, that nobody could answer.
  bool is_of_run() const { return whole || printed || noted; }
};

/// All that the options ask for, the log first.
std::vector<Output> outputs_of(const Options& options);

/// What the options say about single tests.
OutputOptions output_options(const Options& options, const ToolInfo& tool);

/// The file of that test in the format: that of --coq, or one in the directory of -o, or here.
std::filesystem::path file_of(const Options& options, const Test& test, const Format& format);
/// A file of its own that is no output of a format: NAME and the suffix, there too.
std::filesystem::path file_of(const Options& options, const Test& test, std::string_view suffix);

/// Looks whether the files of --json, --trace-json, --sarif, --html, --dot, --coq and --tables can
/// be written and replace nothing that is read, and makes the directory of -o: before the search,
/// for what cannot be written shall not cost hours. The guard keeps a reference to `options`, and
/// is for the files of single tests. Throws UsageError and OutputError.
OutputGuard prepare_output(const Options& options);

/// What the formats collect while the tests of a run are answered.
class CollectedOutput {
 public:
  explicit CollectedOutput(const Options& options);

  /// Prints what is printed, unless standard output is taken by something else, and keeps the rest.
  /// Throws OutputError.
  void add(FormatParts parts);

  /// \name Write the files of the run; the report, which is last, apart. Throw OutputError.
  /// @{
  void finish(const RunSummary& run);
  void finish_report(const RunSummary& run);
  /// @}

 private:
  void write(const Output& output, const RunSummary& run);

  bool quiet_;
  std::vector<Output> outputs_;
  std::map<std::string_view, std::vector<FormatPart>> parts_;
  bool prints_;
};

/// Writes the document to the file, or to standard output for "-". Throws OutputError.
void write_json(const std::string& target, const nlohmann::ordered_json& document);

}  // namespace opexplore
