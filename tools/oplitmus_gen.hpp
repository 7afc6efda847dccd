// `oplitmus gen`: litmus tests become CUDA programs.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_gen_command();

}  // namespace opexplore
