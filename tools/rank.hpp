// --rank: machines judged by hardware observations of the tests.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// The machines of a comma list; without one, all but those that look for data races: these
/// describe programs, not chips, and must be asked for. Throws UsageError.
std::vector<ChosenMachine> ranked_machines(const std::optional<std::string>& names,
                                           const MachineOptions& common);

/// Explores every test that the observations name with every contender and writes the ranking.
/// Returns `complete` when all answers are there, refusals included, else the most severe reason.
/// Precondition: options.rank. Throws UsageError, InputError (observations, tables) and
/// OutputError.
ExitCode run_ranking(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
