// Tests written the short way of oracle::litmus_text.
#pragma once

#include <string_view>

#include "litmus/language/reader.hpp"
#include "tests/oracle/litmus_text.hpp"

namespace opexplore::testing {

inline Test short_test(std::string_view threads, std::string_view condition,
                       std::string_view declarations = "x=0; y=0;") {
  return read(oracle::litmus_text("short", declarations, threads, condition), "short");
}

}  // namespace opexplore::testing
