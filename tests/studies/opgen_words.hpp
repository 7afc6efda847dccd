// Tests in opgen's words, as its command line reads them.
#pragma once

#include <string>

#include "studies/campaign/tests.hpp"
#include "tools/opgen.hpp"

namespace opexplore::testing {

/// The tests that opgen would make with these arguments.
inline generate::Specification opgen_tests(const std::string& arguments) {
  return specification_of(arguments, parse_specification);
}

}  // namespace opexplore::testing
