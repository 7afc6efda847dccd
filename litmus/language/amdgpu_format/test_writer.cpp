#include <string>
#include <vector>

#include "litmus/language/amdgpu_format/dialect.hpp"
#include "litmus/language/amdgpu_format/placement.hpp"
#include "litmus/language/amdgpu_format/spelling.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/ptx_code/thread_table_writer.hpp"
#include "litmus/language/question_writer.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

std::string amdgpu_state_text(const Program& program) {
  std::string text;
  for (const Address& address : program.addresses) {
    const Location& location = program.locations[address.location];
    const std::string_view where = location.region == Region::shared ? " @ lds = " : "=";
    text += " " + address.name + std::string(where) + std::to_string(location.initial) + ";\n";
  }
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      text +=
          " " + std::to_string(thread) + ":" + reg.name + "=" + std::to_string(reg.initial) + ";\n";
    }
  }
  return text;
}

std::vector<std::string> amdgpu_column(const Program& program, std::size_t number) {
  const Thread& thread = program.threads[number];
  std::vector<bool> labels(thread.instructions.size() + 1);
  for (const Instruction& instruction : thread.instructions) {
    if (const Branch* const branch = branch_of(instruction.action)) labels[branch->target] = true;
  }
  std::vector<std::string> cells{amdgpu_heading(program, number)};
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    if (labels[i]) cells.push_back(label(static_cast<InstructionId>(i)) + ":");
    if (i == thread.instructions.size()) break;
    cells.push_back(amdgpu_text(thread.instructions[i].action, thread, program));
  }
  return cells;
}

}  // namespace

std::string amdgpu_instruction_text(const Action& action, const Thread& thread,
                                    const Program& program) {
  return amdgpu_text(action, thread, program);
}

std::string amdgpu_test_text(const Test& test) {
  const Program& program = test.program;
  std::vector<std::vector<std::string>> columns;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    columns.push_back(amdgpu_column(program, thread));
  }
  return comments_text(test) + "{\n" + amdgpu_state_text(program) + "}\n" + columns_text(columns) +
         question_text(test);
}

}  // namespace opexplore::detail
