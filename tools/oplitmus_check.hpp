// `oplitmus check`: is what a chip showed within what machines allow?
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_check_command();

}  // namespace opexplore
