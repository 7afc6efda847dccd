// What opexplore does with its options: a function for each task.
#pragma once

#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "explorer/notes/item_journal.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// All of the program: arguments in, exit code out. Writes what is thrown on standard error, and as
/// JSON where that was asked for. With company, which may be none, rank 0 alone writes.
int run_opexplore(const std::vector<std::string>& arguments, const Company* company);

/// Runs the tests and writes what the options ask for; returns the most severe code.
/// One test that cannot be read does not stop the others. Throws UsageError,
/// InputError (tables), OutputError and axioms::CatError.
ExitCode run_batch(const Options& options, const ToolInfo& tool);

/// Ranks machines by the observations of --rank and writes the ranking. Returns `complete` when all
/// answers are there, refusals included, else the most severe reason.
/// Precondition: options.rank. Throws UsageError, InputError (observations, tables) and
/// OutputError.
ExitCode run_ranking(const Options& options, const ToolInfo& tool);

/// Counts the stalls of every test on every machine and writes a table for each test, and the sums.
/// Returns `complete` when all answers are there, refusals included, else the most severe reason.
/// Throws UsageError, InputError and OutputError.
ExitCode run_stalls(const Options& options, const ToolInfo& tool);
ExitCode run_readings(const Options& options);

/// Checks every generated test, writes the counts and the first differences, each made smaller. The
/// code is that of the worst thing found. Throws UsageError, InputError, OutputError,
/// axioms::CatError.
ExitCode run_campaign(const Options& options, const ToolInfo& tool);

/// Writes what run_batch would, from journals of parts of the run. The options are those of the
/// whole. Throws JournalError, UsageError and OutputError.
ExitCode merge_batch(const Options& options, const ToolInfo& tool, const MergedItems& merged);

/// Puts the journals of parts together and writes the report of the whole, as run_campaign or
/// run_batch would. Throws UsageError, InputError and OutputError.
ExitCode run_merge(const Options& options, const ToolInfo& tool);

/// Looks for a smallest test on which the two of --distinguish differ, writes it and how they
/// differ. Without a difference the code is that of an incomplete search. Throws as run_campaign.
ExitCode run_distinguish(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
