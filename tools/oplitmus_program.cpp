#include "tools/oplitmus_build.hpp"
#include "tools/oplitmus_check.hpp"
#include "tools/oplitmus_gen.hpp"
#include "tools/oplitmus_rank.hpp"
#include "tools/oplitmus_run.hpp"
#include "tools/oplitmus_tune.hpp"
#include "tools/subcommand.hpp"

namespace opexplore {

SubcommandProgram oplitmus_program() {
  return {"oplitmus",
          "Litmus tests on a GPU: programs for it, what it shows, and whether the machines allow "
          "that.",
          "Exit codes: 0 done; 2 wrong input; 30 internal error; 32 cancelled; 77 no GPU. Commands "
          "that\njudge have more, see oplitmus(1).\n",
          {hardware_gen_command(), hardware_build_command(), hardware_run_command(),
           hardware_tune_command(), hardware_check_command(), hardware_rank_command()}};
}

}  // namespace opexplore
