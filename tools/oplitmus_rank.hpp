// `oplitmus rank`: machines judged by what chips showed.
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand hardware_rank_command();

}  // namespace opexplore
