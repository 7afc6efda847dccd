// Numbers that the environment sets, for longer runs than those of the test suite.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace opexplore::random_programs {

inline std::uint64_t setting(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::stoull(text);
}

}  // namespace opexplore::random_programs
