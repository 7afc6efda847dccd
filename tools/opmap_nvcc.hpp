// `opmap nvcc`: does what nvcc makes of C++ tests have outcomes that the tests do not have?
#pragma once

#include "tools/subcommand.hpp"

namespace opexplore {

Subcommand nvcc_command();

}  // namespace opexplore
