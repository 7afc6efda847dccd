#include <string>

#include "litmus/language/condition_reader.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/ptx_code/initial_state_reader.hpp"
#include "litmus/language/ptx_code/thread_table_reader.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/vulkan_format/dialect.hpp"
#include "litmus/language/vulkan_format/instruction_reader.hpp"
#include "litmus/language/vulkan_format/placement.hpp"
#include "litmus/language/vulkan_format/synchronisations.hpp"

namespace opexplore::detail {

void read_vulkan_test(Scanner& scanner, SpelledTest& result) {
  read_header(scanner, result.test);
  Tokens tokens(scanner);
  ProgramBuilder builder(scanner.source(), vulkan_dialect);
  read_initial_state(tokens, builder);
  const std::vector<WrittenSynchronisation> pairs = read_synchronisations(tokens);
  read_thread_table(tokens, builder, read_vulkan_heading, read_vulkan_instruction);
  add_synchronisations(tokens, builder, pairs);
  builder.check_accesses();
  result.test.program = builder.program();
  read_question(tokens, builder, result.test);
}

}  // namespace opexplore::detail
