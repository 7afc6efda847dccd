// `opexplore serve`.
#pragma once

#include "export/json.hpp"
#include "tools/programs.hpp"

namespace opexplore {

/// The playground, until Ctrl-C.
Subcommand serve_command(const ToolInfo& tool);

}  // namespace opexplore
