// How large a program is.
#pragma once

#include <cstddef>

#include "opmodel/program.hpp"

namespace opexplore {

/// How many instructions there are in all threads.
inline std::size_t count_instructions(const Program& program) {
  std::size_t count = 0;
  for (const Thread& thread : program.threads) count += thread.instructions.size();
  return count;
}

}  // namespace opexplore
