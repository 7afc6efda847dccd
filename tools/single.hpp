// One test from file to texts. Writes nothing itself, so that tests of a batch may
// run in parallel and still be printed in order.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "answers/compare.hpp"
#include "answers/exit_code.hpp"
#include "answers/semantics.hpp"
#include "explorer/explore.hpp"
#include "export/json.hpp"
#include "litmus/reader.hpp"
#include "tools/options.hpp"
#include "tools/output_files.hpp"
#include "tools/selection.hpp"

namespace opexplore {

/// What all tests of a run share.
struct Context {
  const Options& options;
  const Selection& selection;
  Semantics first;
  std::optional<Semantics> second;  ///< of --compare-with, --within or --check-axioms
  ToolInfo tool;
  /// For tests in C++, where the command line leaves the choice of machine to us.
  const Context* for_cxx = nullptr;
};

struct OutputFile {
  std::filesystem::path path;
  std::string content;
};

/// What became of a test.
enum class Ending : std::uint8_t { ok, no, undecided, undefined, failed, not_selected, not_run };

struct SingleResult {
  Ending ending = Ending::not_run;
  ExitCode code = ExitCode::complete;
  bool unexpected = false;
  bool reached_max_states = false;     ///< a limit of states ended a search
  std::optional<Agreement> agreement;  ///< of the two, where they were compared
  std::string name;                    ///< of the test; empty when it could not be read
  std::string hash;
  std::string log;          ///< herd's block and traces, for standard output
  std::string diagnostics;  ///< for standard error: what the log must not be read without
  std::string remarks;      ///< before them, and not with -q
  std::string drawings;     ///< the graphs of this test
  std::vector<OutputFile> files;
  /// Of machines: the trace documents' elements, when asked for.
  nlohmann::ordered_json traces = nlohmann::ordered_json::array();
  std::optional<nlohmann::ordered_json> json;  ///< the element of `tests`, when asked for
};

/// A file, or a test that was generated.
using TestSource = std::variant<std::filesystem::path, Test>;

/// Throws InputError.
SpelledTest read_test(const TestSource& source);

/// Reads, explores and renders the test. Never throws for what is wrong with it: that is a result
/// too.
SingleResult run_single(const Context& context, const TestSource& source,
                        const ExploreOptions& explore);

/// The result for an input that is wrong.
SingleResult failed(const Context& context, const Failure& failure);

}  // namespace opexplore
