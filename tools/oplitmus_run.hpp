// `oplitmus run`: runs a suite on the GPU of this machine.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_run_command();

}  // namespace opexplore
