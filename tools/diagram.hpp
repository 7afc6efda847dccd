// --diagram: the automaton inside a machine.
#pragma once

#include <string>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// The machine's diagram for Graphviz. Throws UsageError for a machine without one.
std::string diagram_text(const ChosenMachine& machine);

/// Writes the diagram of the machine that the options choose to standard output. Throws UsageError,
/// OutputError.
ExitCode run_diagram(const Options& options);

}  // namespace opexplore
