// A run of the program: all tests of a command line, printed in their order.
#pragma once

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {

/// Runs the tests and writes what the options ask for; returns the most severe code.
/// One test that cannot be read does not stop the others. Throws UsageError,
/// InputError (tables) and OutputError.
ExitCode run_batch(const Options& options, const ToolInfo& tool);

/// Looks whether the files of --json, --trace-json, --dot, --coq and --tables can be written and
/// replace nothing that is read, and makes the directory of -o: before the search, for what cannot
/// be written shall not cost hours. The guard knows `options`, and is for the files of single
/// tests. Throws UsageError and OutputError.
OutputGuard prepare_output(const Options& options);

/// Writes the graphs to the file of --dot, or to standard output, if it names one of these. Throws
/// OutputError.
void write_drawings(const Options& options, const std::string& drawings);

/// Writes the document to the file, or to standard output for "-". Throws OutputError.
void write_json(const std::string& target, const nlohmann::ordered_json& document);

}  // namespace opexplore
