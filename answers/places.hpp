// Where an instruction of a test stands, for everybody who says so.
#pragma once

#include <string>

#include "opmodel/place_text.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

inline const Instruction& instruction_of(const Program& program, ThreadId thread,
                                         InstructionId at) {
  return program.threads[thread].instructions[at];
}

/// The instruction of a step, or nothing when the step executes none.
inline const Instruction* instruction_of(const Program& program, const TraceStep& step) {
  if (!step.instruction || step.step.thread >= program.threads.size()) return nullptr;
  const auto& instructions = program.threads[step.step.thread].instructions;
  return *step.instruction < instructions.size() ? &instructions[*step.instruction] : nullptr;
}

/// What the instruction does.
inline const Action& action_at(const Program& program, ThreadId thread, InstructionId at) {
  return instruction_of(program, thread, at).action;
}

/// "P1 line 7"; "P1" where tests were made and have no lines.
inline std::string place_text(const Program& program, ThreadId thread, InstructionId at) {
  const std::string line = line_text(instruction_of(program, thread, at));
  return thread_name(thread) + (line.empty() ? "" : ' ' + line);
}

}  // namespace opexplore
