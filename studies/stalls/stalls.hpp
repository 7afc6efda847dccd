// How often machines hold accesses back to keep them in order.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "studies/searches.hpp"
#include "studies/stalls/table.hpp"

namespace opexplore {

/// The machines of a comma list; without one those of the comparison in docs/strong-ordering.md
/// that this build has. Their reductions are off, for these change the number of steps. Throws
/// UsageError, for a machine that counts no stalls too.
std::vector<ChosenMachine> stall_machines(const std::optional<std::string>& names,
                                          MachineOptions common);

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

struct StallQuestion {
  std::vector<ChosenMachine> machines;  ///< that count stalls
  std::vector<Test> tests;
  ExploreOptions explore;  ///< limits of each search, and threads; of machines it says nothing
};

/// What to be told while stalls are counted; both may be empty.
struct StallWatch {
  CountSearches progress;
  std::function<void(const StallRow&)> row;  ///< each as soon as it is there, in order of tests
};

/// Counts the stalls of every test on every machine.
StallTable count_stalls(StallQuestion question, const StallWatch& watch = {});

}  // namespace opexplore
