// `opmap check`: is a mapping table right, on families of source tests or on files?
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand check_command();

}  // namespace opexplore
