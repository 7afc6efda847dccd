// `oplitmus tune`: looks for environments in which a GPU shows weak behaviour often.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_tune_command();

}  // namespace opexplore
