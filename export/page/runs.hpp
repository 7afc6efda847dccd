// What a page lets step through: traces to outcomes and to bugs, executions, runs without end.
#pragma once

#include <nlohmann/json.hpp>

#include "answers/ask.hpp"
#include "export/output_options.hpp"

namespace opexplore {

/// The executions behind traces, the traces taken again, and what forbids what is asked.
Needs runs_needs(const AnsweredTest& run);

/// The value of `runs`: all that is known, whatever was asked to be shown; the one that tells most
/// about the answer is `selected`.
nlohmann::ordered_json json_runs(const AnsweredTest& run, const OutputOptions& options);

}  // namespace opexplore
