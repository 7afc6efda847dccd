// Everything that is said of a test in the log: herd's block, the comparison, traces and
// executions, why models forbid what is asked about.
#pragma once

#include <string>

#include "answers/ask.hpp"
#include "export/formats.hpp"

namespace opexplore {

/// What follows in the log: a block and what is printed after it.
FormatResult log_part(const AnsweredTest& test, const OutputOptions& options);

/// For standard error: what the log must not be read without. A warning a line.
std::string warnings(const AnsweredTest& test);

/// "Warning: File "…": text", a line.
std::string warning(const Test& test, const std::string& text);

}  // namespace opexplore
