// Where an instruction is.
#pragma once

#include "opmodel/program.hpp"

namespace opexplore::repair {

/// An instruction of a program.
struct Site {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  auto operator<=>(const Site&) const = default;
};

}  // namespace opexplore::repair
