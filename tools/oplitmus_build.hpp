// `oplitmus build`: the CUDA programs of a suite are compiled, and their machine code is read.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_build_command();

}  // namespace opexplore
