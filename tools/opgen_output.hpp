// Where opgen's tests go.
#pragma once

#include <cstdint>
#include <string_view>

#include "answers/exit_code.hpp"
#include "tools/opgen_options.hpp"

namespace opexplore {

/// The first line of the index of a directory of generated tests.
inline constexpr std::string_view generated_index_head = "# Made by opgen.";

/// Generates the tests and writes them as the options say: one to standard output, or all to files
/// with an index, or none but their number. Throws UsageError, InputError and OutputError.
ExitCode run_generator(const GenerateOptions& options);

}  // namespace opexplore
