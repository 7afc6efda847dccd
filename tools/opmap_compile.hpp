// `opmap compile`: a C++ test as the PTX test that a table makes of it.
#pragma once

#include "mappings/table.hpp"
#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand compile_command();

/// What --width means. Throws UsageError.
mappings::Width width_of(int bits);

}  // namespace opexplore
