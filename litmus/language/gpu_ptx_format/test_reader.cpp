#include "litmus/language/condition_reader.hpp"
#include "litmus/language/gpu_ptx_format/dialect.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/initial_state_reader.hpp"
#include "litmus/language/ptx_code/instruction_reader.hpp"
#include "litmus/language/ptx_code/memory_map.hpp"
#include "litmus/language/ptx_code/scope_tree.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore::detail {

namespace {

/// `T0`: the scope tree places it.
void read_gpu_ptx_heading(Tokens& tokens, ProgramBuilder& builder) {
  const Token name = tokens.expect_word("a thread such as " + builder.thread_name(0));
  refuse_thread_of_other('P', "a test whose title begins with GPU_PTX has the threads T0, T1, …",
                         tokens, builder, name);
  expect_thread(tokens, builder, name);
  if (tokens.peek().is("@")) {
    tokens.fail_expected("'|' or ';' after the thread", "the scope tree places the threads");
  }
  builder.add_thread(name);
}

}  // namespace

void read_gpu_ptx_test(Scanner& scanner, SpelledTest& result) {
  read_header(scanner, result.test);
  Tokens tokens(scanner);
  ProgramBuilder builder(scanner.source(), gpu_ptx_dialect);
  read_initial_state(tokens, builder);
  read_thread_table(tokens, builder, read_gpu_ptx_heading, read_instruction);
  read_scope_tree(tokens, builder);
  read_complete_memory_map(tokens, builder);
  builder.check_accesses();
  result.test.program = builder.program();
  read_question(tokens, builder, result.test);
}

}  // namespace opexplore::detail
