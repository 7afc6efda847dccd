// `opmap tables`: which mapping tables there are, and what they say.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand tables_command();

}  // namespace opexplore
