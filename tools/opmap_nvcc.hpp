// `opmap nvcc`: does what nvcc makes of C++ tests have outcomes that the tests do not have?
#pragma once

#include "tools/opmap_command.hpp"

namespace opexplore {

OpmapCommand nvcc_command();

}  // namespace opexplore
