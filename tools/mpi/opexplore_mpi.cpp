// opexplore as the ranks of mpirun. Rank 0 alone says something.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "tools/mpi/campaign.hpp"
#include "tools/mpi/ranks.hpp"
#include "tools/opexplore.hpp"

int main(int argc, char** argv) {
  opexplore::MpiSession session(argc, argv);
  const opexplore::Ranks ranks = session.ranks();
  try {
    opexplore::Company company = company_of(ranks);
    company.part = [&session] { session.end(); };
    if (ranks.rank != 0 && (std::freopen("/dev/null", "w", stdout) == nullptr ||
                            std::freopen("/dev/null", "w", stderr) == nullptr)) {
      return static_cast<int>(opexplore::ExitCode::internal_error);
    }
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return opexplore::run_opexplore(arguments, &company);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "opexplore-mpi: %s\n", error.what());
    return static_cast<int>(opexplore::ExitCode::internal_error);
  }
}
