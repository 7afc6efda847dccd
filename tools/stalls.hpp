// --stalls: how often machines hold accesses back to keep them in order.
#pragma once

#include <vector>

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "tools/options.hpp"
#include "tools/stall_table.hpp"

namespace opexplore {

/// An answer, and what it means for the run.
struct FoundStalls {
  StallAnswer answer;
  ExitCode code = ExitCode::complete;  ///< a refusal is an answer too
  bool reached_max_states = false;     ///< a limit of states ended the search
};

/// Explores the test with the machine and counts. `explore` gives limits and threads.
/// Precondition: the machine counts stalls.
FoundStalls found_stalls(const ChosenMachine& machine, const Test& test,
                         const ExploreOptions& explore);

/// The machines of --machine; without it those of the comparison in docs/stalls.md that this build
/// has. Their reductions are off, for these change the number of steps. Throws UsageError, for a
/// machine that counts no stalls too.
std::vector<ChosenMachine> stall_machines(const Options& options);

/// Counts the stalls of every test on every machine and writes a table for each test, and the sums.
/// Returns `complete` when all answers are there, refusals included, else the most severe reason.
/// Throws UsageError, InputError and OutputError.
ExitCode run_stalls(const Options& options, const ToolInfo& tool);

}  // namespace opexplore
