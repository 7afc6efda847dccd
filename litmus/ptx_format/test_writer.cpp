#include <cstddef>
#include <string>

#include "litmus/header.hpp"
#include "litmus/initial_state_writer.hpp"
#include "litmus/memory_map.hpp"
#include "litmus/placement.hpp"
#include "litmus/ptx_format/dialect.hpp"
#include "litmus/question_writer.hpp"
#include "litmus/spelling.hpp"
#include "litmus/thread_table_writer.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

namespace {

constexpr PtxStyle style = PtxStyle::brief;

}  // namespace

std::string ptx_instruction_text(const Action& action, const Thread& thread,
                                 const Program& program) {
  return Spelling(style, program, thread).text(action);
}

std::string ptx_test_text(const Test& test) {
  const Program& program = test.program;
  const auto heading = [&](std::size_t number) {
    return thread_name(ptx_dialect, number) +
           placement_text(program, static_cast<ThreadId>(number));
  };
  return comments_text(test) + "{\n" + locations_text(program, style) +
         registers_text(program, style) + "}\n" + thread_table_text(program, style, heading) +
         memory_map_text(program, style) + question_text(test);
}

}  // namespace opexplore::detail
