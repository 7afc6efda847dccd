#include <cstddef>
#include <string>

#include "litmus/language/header.hpp"
#include "litmus/language/placement.hpp"
#include "litmus/language/ptx_code/initial_state_writer.hpp"
#include "litmus/language/ptx_code/memory_map.hpp"
#include "litmus/language/ptx_code/spelling.hpp"
#include "litmus/language/ptx_code/thread_table_writer.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "litmus/language/question_writer.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

namespace {

constexpr PtxStyle ptx_style = PtxStyle::brief;

}  // namespace

std::string ptx_instruction_text(const Action& action, const Thread& thread,
                                 const Program& program) {
  return Spelling(ptx_style, program, thread).text(action);
}

std::string ptx_test_text(const Test& test) {
  const Program& program = test.program;
  const auto heading = [&](std::size_t number) {
    return thread_name(ptx_dialect, number) +
           placement_text(program, static_cast<ThreadId>(number));
  };
  return comments_text(test) + "{\n" + locations_text(program, ptx_style) +
         registers_text(program, ptx_style) + "}\n" +
         thread_table_text(program, ptx_style, heading) + memory_map_text(program, ptx_style) +
         question_text(test);
}

}  // namespace opexplore::detail
