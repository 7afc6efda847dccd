// Does it end? Put to whatever answers a test.
#pragma once

#include <variant>

#include "answers/exit_code.hpp"
#include "answers/failure.hpp"
#include "answers/semantics.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// Whether infinite runs are judged by it: by a machine that says how, and by no model.
bool judges_infinite_runs(const Semantics& semantics);

/// What it finds, or why it cannot run the test. Of `explore` the machine's options are replaced.
/// Precondition: judges_infinite_runs().
std::variant<Termination, Failure> termination(const Semantics& semantics, const Test& test,
                                               const ExploreOptions& explore,
                                               const TerminationQuestion& question);

/// 13 for a deadlock and 12 for another run that does not end: where a promise fails, in the weak
/// notion unless the question says otherwise. 11 for a data race, and a limit gives its own code.
ExitCode code_of(const Termination& report, const TerminationQuestion& question);

}  // namespace opexplore
