#include "tools/mpi/main.hpp"

#include <cstdio>
#include <exception>

#include "answers/exit_code.hpp"
#include "tools/mpi/company.hpp"
#include "tools/mpi/ranks.hpp"

namespace opexplore {

int run_over_ranks(int& argc, char**& argv, const std::string& program,
                   const std::function<int(const Company&)>& run) {
  MpiSession session(argc, argv);
  const Ranks ranks = session.ranks();
  try {
    Company company = company_of(ranks);
    company.part = [&session] { session.end(); };
    if (ranks.rank != 0 && (std::freopen("/dev/null", "w", stdout) == nullptr ||
                            std::freopen("/dev/null", "w", stderr) == nullptr)) {
      return static_cast<int>(ExitCode::internal_error);
    }
    return run(company);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return static_cast<int>(ExitCode::internal_error);
  }
}

}  // namespace opexplore
