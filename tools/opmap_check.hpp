// `opmap check`: is a mapping table right, on families of source tests or on files?
#pragma once

#include "tools/opmap_command.hpp"

namespace opexplore {

OpmapCommand check_command();

}  // namespace opexplore
