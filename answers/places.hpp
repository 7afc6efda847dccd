// Where an instruction of a test stands, for everybody who says so.
#pragma once

#include <string>

#include "opmodel/place_text.hpp"
#include "opmodel/program.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

inline const Instruction& instruction_of(const Program& program, ThreadId thread,
                                         InstructionId at) {
  return program.threads[thread].instructions[at];
}

/// "P1 line 7"; "P1" where tests were made and have no lines.
inline std::string place_text(const Program& program, ThreadId thread, InstructionId at) {
  const std::string line = line_text(instruction_of(program, thread, at));
  return thread_name(thread) + (line.empty() ? "" : ' ' + line);
}

}  // namespace opexplore
