// `opmap tables`: which mapping tables there are, and what they say.
#pragma once

#include "tools/opmap_command.hpp"

namespace opexplore {

OpmapCommand tables_command();

}  // namespace opexplore
