// A run of the program: all tests of a command line, printed in their order.
#pragma once

#include "export/json.hpp"
#include "tools/exit_code.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Runs the tests and writes what the options ask for; returns the most severe code.
/// One test that cannot be read does not stop the others. Throws UsageError,
/// InputError (tables) and OutputError.
ExitCode run_batch(const Options& options, const ToolInfo& tool);

/// Makes the directory of -o, and looks whether the files of --json, --trace-json and --dot can be
/// written: before the search, for what cannot be written shall not cost hours. Throws OutputError.
void prepare_output(const Options& options);

/// Writes the graphs to the file of --dot, or to standard output, if it names one of these. Throws
/// OutputError.
void write_drawings(const Options& options, const std::string& drawings);

/// Writes the document to the file, or to standard output for "-". Throws OutputError.
void write_json(const std::string& target, const nlohmann::ordered_json& document);

}  // namespace opexplore
