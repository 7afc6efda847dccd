#include <string>

#include "litmus/language/condition_reader.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/placement_reader.hpp"
#include "litmus/language/ptx_code/initial_state_reader.hpp"
#include "litmus/language/ptx_code/instruction_reader.hpp"
#include "litmus/language/ptx_code/memory_map.hpp"
#include "litmus/language/ptx_code/scope_tree.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"
#include "litmus/language/ptx_format/dialect.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore::detail {

namespace {

/// `P0@cta 0,gpu 0`.
void read_ptx_heading(Tokens& tokens, ProgramBuilder& builder) {
  const std::size_t number = builder.program().threads.size();
  const Token name = tokens.expect_word("a thread such as " + builder.thread_name(0));
  refuse_thread_of_other('T', "a test with the threads T0, T1, … begins with 'GPU_PTX name'",
                         tokens, builder, name);
  expect_thread(tokens, builder, name);
  tokens.expect("@", "'@' and the place of the thread",
                "scopes need to know who shares a CTA and a GPU: write " +
                    quote(std::string(name.text) + "@cta " + std::to_string(number) + ",gpu 0") +
                    " for a CTA of its own");
  builder.add_thread(name);
  read_placement(tokens, builder, static_cast<ThreadId>(number));
}

/// What stands between the code and the question.
void read_configuration(Tokens& tokens, ProgramBuilder& builder) {
  if (at_scope_tree(tokens)) {
    tokens.fail(
        tokens.peek(), "this test places its threads in their row, not in a scope tree",
        "leave it out, or begin the test with 'GPU_PTX name' and name the threads T0, T1, …");
  }
  if (at_memory_map(tokens)) read_memory_map(tokens, builder);
}

}  // namespace

void read_ptx_test(Scanner& scanner, SpelledTest& result) {
  read_header(scanner, result.test);
  Tokens tokens(scanner);
  ProgramBuilder builder(scanner.source(), ptx_dialect);
  read_initial_state(tokens, builder);
  read_thread_table(tokens, builder, read_ptx_heading, read_instruction);
  read_configuration(tokens, builder);
  builder.check_accesses();
  result.test.program = builder.program();
  read_question(tokens, builder, result.test);
}

}  // namespace opexplore::detail
