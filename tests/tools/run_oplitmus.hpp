// Runs oplitmus, for the tests of its command line.
#pragma once

#include <string>

#include "tests/tools/cli.hpp"

namespace opexplore::testing {

inline CommandResult oplitmus(const std::string& arguments) { return run("oplitmus " + arguments); }

// What it prints on standard error.
inline std::string oplitmus_complaint(const std::string& arguments) {
  return run("oplitmus " + arguments + " 2>&1 1>/dev/null").output;
}

}  // namespace opexplore::testing
