// opmap: mappings from C++ to PTX. A source file for each command, and here what they share.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/default_machine.hpp"
#include "export/output_guard.hpp"
#include "mappings/check.hpp"
#include "mappings/choice.hpp"
#include "mappings/report.hpp"
#include "tools/command_line.hpp"
#include "tools/programs.hpp"

namespace opexplore {

struct Company;

Subcommand compile_command();
Subcommand tables_command();
/// `build` is in journals, which are of one. With company, which may be none, the other processes
/// check, and rank 0 alone writes.
Subcommand check_command(const std::string& build, const Company* company = nullptr);
Subcommand diff_command();
Subcommand nvcc_command();
Subcommand clang_command();

/// What users say of source tests and machines.
struct SourceTexts {
  std::vector<std::string> files;  ///< tests of their own; without them the families
  mappings::GeneratedWords generated;
  std::string width = "32";
  std::string cxx = "c++20";           ///< a list
  std::optional<std::string> machine;  ///< nothing: machine_of()
  std::string reading;
  unsigned threads = 0;
  std::string timeout;
};

/// Where they want the report.
struct ReportTexts {
  std::optional<std::filesystem::path> output, json;
  std::optional<std::filesystem::path> kept;  ///< the folder of counterexamples
};

/// \name Options of the commands that check tables, by group.
/// @{
void add_family_options(CommandLine& line, SourceTexts& texts);
void add_machine_options(CommandLine& line, SourceTexts& texts);
void add_limit_options(CommandLine& line, SourceTexts& texts);
void add_report_options(CommandLine& line, ReportTexts& texts);
/// @}

/// The machine of what is compiled, with settings: as asked for, or the usual one of such tests.
std::string machine_of(const SourceTexts& texts, bool shaders = false);

/// The limit of a search. Throws UsageError.
std::optional<std::chrono::milliseconds> timeout_of(const std::string& text);

/// How to check tables of that target under each source model, of shaders under the one they have,
/// with an eye on Ctrl-C and counting on a terminal. Throws UsageError.
std::vector<mappings::CheckOptions> check_options(const SourceTexts& texts, Language target);

/// Writes source and compiled test of each example to DIR/MODEL/NAME.litmus, where MODEL is how the
/// source machine reads C++, and remembers the names in Counterexample::kept. An example that
/// another one of the run has taken the name of gets a number. Without a folder it does nothing.
/// Throws OutputError, and UsageError for a file that the run reads.
class CounterexampleFolder {
 public:
  /// Makes the folder. `guard` knows what the run reads. Throws OutputError.
  CounterexampleFolder(std::optional<std::filesystem::path> folder, OutputGuard guard);

  void keep(std::vector<mappings::Counterexample>& examples, const mappings::CheckOptions& options);

 private:
  std::string write(const std::filesystem::path& folder, const mappings::KeptTest& test);

  std::optional<std::filesystem::path> folder_;
  OutputGuard guard_;
  std::vector<std::pair<std::filesystem::path, std::string>> written_;
};

/// The program, and what it is made of. `build`: version and revision.
SubcommandProgram opmap_program(const std::string& build);

}  // namespace opexplore
