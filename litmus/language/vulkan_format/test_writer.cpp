#include <string>
#include <vector>

#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/initial_state_writer.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/ptx_code/thread_table_writer.hpp"
#include "litmus/language/question_writer.hpp"
#include "litmus/language/vulkan_format/dialect.hpp"
#include "litmus/language/vulkan_format/placement.hpp"
#include "litmus/language/vulkan_format/spelling.hpp"
#include "litmus/language/vulkan_format/synchronisations.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

std::vector<std::string> vulkan_column(const Program& program, std::size_t number) {
  const Thread& thread = program.threads[number];
  std::vector<bool> labels(thread.instructions.size() + 1);
  for (const Instruction& instruction : thread.instructions) {
    if (const Branch* const branch = branch_of(instruction.action)) labels[branch->target] = true;
  }
  std::vector<std::string> cells{vulkan_heading(program, number)};
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    if (labels[i]) cells.push_back(label(static_cast<InstructionId>(i)) + ":");
    if (i == thread.instructions.size()) break;
    cells.push_back(vulkan_text(thread.instructions[i].action, thread, program));
  }
  return cells;
}

}  // namespace

std::string vulkan_instruction_text(const Action& action, const Thread& thread,
                                    const Program& program) {
  return vulkan_text(action, thread, program);
}

std::string vulkan_test_text(const Test& test) {
  const Program& program = test.program;
  std::vector<std::vector<std::string>> columns;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    columns.push_back(vulkan_column(program, thread));
  }
  return comments_text(test) + "{\n" + locations_text(program, PtxStyle::brief) +
         registers_text(program, PtxStyle::brief) + "}\n" + synchronisations_text(program) +
         columns_text(columns) + question_text(test);
}

}  // namespace opexplore::detail
