// opmap check as the ranks of mpirun. What its other commands do is done in no time by one process.
#include <string>
#include <vector>

#include "mpi/main.hpp"
#include "tools/opmap.hpp"

int main(int argc, char** argv) {
  return opexplore::run_over_ranks(argc, argv, "opmap-mpi", [&](const opexplore::Company& company) {
    const opexplore::SubcommandProgram program{
        "opmap-mpi",
        "Checks tables over the processes of mpirun. opmap has the other commands.",
        "Exit codes: those of opmap check.\n",
        {opexplore::check_command(OPEXPLORE_VERSION " " OPEXPLORE_REVISION, &company)}};
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return static_cast<int>(
        opexplore::run_program(program, arguments, OPEXPLORE_VERSION, OPEXPLORE_REVISION));
  });
}
