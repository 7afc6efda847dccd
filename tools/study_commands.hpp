// Commands that ask many tests or many machines: options become a question, its answer is written.
#pragma once

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Ranks machines by the observations of --rank and writes the ranking. Returns `complete` when all
/// answers are there, refusals included, else the most severe reason.
/// Precondition: options.rank. Throws UsageError, InputError (observations, tables) and
/// OutputError.
ExitCode run_ranking(const Options& options, const ToolInfo& tool);

/// Counts the stalls of every test on every machine and writes a table for each test, and the sums.
/// Returns `complete` when all answers are there, refusals included, else the most severe reason.
/// Throws UsageError, InputError and OutputError.
ExitCode run_stalls(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
