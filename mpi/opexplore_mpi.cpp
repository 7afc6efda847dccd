// opexplore as the ranks of mpirun.
#include <string>
#include <vector>

#include "mpi/main.hpp"
#include "tools/opexplore.hpp"

int main(int argc, char** argv) {
  return opexplore::run_over_ranks(
      argc, argv, "opexplore-mpi", [&](const opexplore::Company& company) {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        return opexplore::run_opexplore(arguments, &company);
      });
}
