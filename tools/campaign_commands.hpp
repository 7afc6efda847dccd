// Runs of generated tests that look for differences: campaigns and --distinguish.
#pragma once

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// Checks every generated test, writes the counts and the first differences, each made smaller. The
/// code is that of the worst thing found. Throws UsageError, InputError, OutputError,
/// axioms::CatError.
ExitCode run_campaign(const Options& options, const ToolInfo& tool);

/// Looks for a smallest test on which the two of --distinguish differ, writes it and how they
/// differ. Without a difference the code is that of an incomplete search. Throws as run_campaign.
ExitCode run_distinguish(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
