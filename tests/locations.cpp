#include "tests/locations.hpp"

namespace opexplore::testing {

const char* const source_folder = OPEXPLORE_SOURCE_DIR;
const char* const program_file = OPEXPLORE_PROGRAM;
const char* const examples_folder = OPEXPLORE_EXAMPLES;

}  // namespace opexplore::testing
