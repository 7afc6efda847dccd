// The command `opmap diff`.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand diff_command();

}  // namespace opexplore
