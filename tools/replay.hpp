// `opexplore replay`: trace documents are executed again and accepted or refused.
#pragma once

#include "export/json.hpp"
#include "tools/subcommand.hpp"

namespace opexplore {

/// `tool` is this program: it reads documents of its version alone.
Subcommand replay_command(const ToolInfo& tool);

}  // namespace opexplore
