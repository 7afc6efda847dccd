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

/// A message to another agent, by an atomic that releases and acquires.
inline Test short_amdgpu_test() {
  return read(
      "AMDGPU short\n{ x = 0; f = 0; }\n"
      " P0@workgroup 0, agent 0   | P1@workgroup 0, agent 1    ;\n"
      " store 1, x                | r0 = load atomic f acquire ;\n"
      " store atomic 1, f release | r1 = load x                ;\n"
      "exists (1:r0=1)\n",
      "short");
}

}  // namespace opexplore::testing
