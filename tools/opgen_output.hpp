// Where opgen's tests go.
#pragma once

#include "answers/exit_code.hpp"
#include "tools/opgen_options.hpp"

namespace opexplore {

/// Generates the tests and writes them as the options say: one to standard output, or all to files
/// with an index, or none but their number. Throws UsageError, InputError and OutputError.
ExitCode run_generator(const GenerateOptions& options);

}  // namespace opexplore
