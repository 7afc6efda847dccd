// What the program says as JSON, for the tests of the command line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tools/cli.hpp"

namespace opexplore::testing {

/// What is said of the first test.
inline nlohmann::json json_result(const std::string& arguments) {
  return nlohmann::json::parse(program("--json - " + arguments).output)["tests"][0];
}

}  // namespace opexplore::testing
