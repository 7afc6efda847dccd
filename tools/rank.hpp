// --rank: machines judged by hardware observations of the tests.
#pragma once

#include "export/json.hpp"
#include "tools/exit_code.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Explores every test that the observations name with every contender and writes the ranking.
/// Returns `complete` when all answers are there, refusals included, else the most severe reason.
/// Precondition: options.rank. Throws UsageError, InputError (observations, tables) and
/// OutputError.
ExitCode run_ranking(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
