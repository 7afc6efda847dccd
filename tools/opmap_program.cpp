#include "tools/opmap_check.hpp"
#include "tools/opmap_compile.hpp"
#include "tools/opmap_diff.hpp"
#include "tools/opmap_nvcc.hpp"
#include "tools/opmap_tables.hpp"
#include "tools/subcommand.hpp"

namespace opexplore {

SubcommandProgram opmap_program() {
  return {"opmap",
          "Compiler mappings from C++ atomics to PTX: what a C++ litmus test becomes, and whether "
          "it may.",
          "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled. Commands that check "
          "have\nmore, see opmap(1).\n",
          {compile_command(), tables_command(), check_command(), diff_command(), nvcc_command()}};
}

}  // namespace opexplore
