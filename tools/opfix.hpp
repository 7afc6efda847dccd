// opfix: the cheapest change of orders, scopes and fences that mends a program, and those that are
// stronger than it needs. The commands that change, and the one that checks what these have
// written.
#pragma once

#include "export/json.hpp"
#include "tools/programs.hpp"

namespace opexplore {

/// \name The commands. `tool` is in documents.
/// @{
Subcommand repair_command(const ToolInfo& tool);
Subcommand weaken_command(const ToolInfo& tool);
Subcommand optimise_command(const ToolInfo& tool);
Subcommand explain_command();
Subcommand verify_command(const ToolInfo& tool);
/// @}

/// The program, and what it is made of.
SubcommandProgram opfix_program(const ToolInfo& tool);

}  // namespace opexplore
