// A run of the program: all tests of a command line, printed in their order.
#pragma once

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Runs the tests and writes what the options ask for; returns the most severe code.
/// One test that cannot be read does not stop the others. Throws UsageError,
/// InputError (tables) and OutputError.
ExitCode run_batch(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
