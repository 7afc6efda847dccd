#include "mpi/main.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "answers/exit_code.hpp"
#include "mpi/company.hpp"
#include "mpi/ranks.hpp"

namespace opexplore {

int run_over_ranks(int& argc, char**& argv, const std::string& program,
                   const std::function<int(const Company&)>& run) {
  MpiSession session(argc, argv);
  const Ranks ranks = session.ranks();
  try {
    const Company company = company_of(ranks, [&session] { session.end(); });
    if (ranks.rank != 0 && (std::freopen("/dev/null", "w", stdout) == nullptr ||
                            std::freopen("/dev/null", "w", stderr) == nullptr)) {
      return static_cast<int>(ExitCode::internal_error);
    }
    const int code = run(company);
    // The others may be in the middle of what they do together, and end when this one does.
    if (code == static_cast<int>(ExitCode::internal_error)) {
      std::fflush(nullptr);
      std::_Exit(code);
    }
    company.part();
    return code;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return static_cast<int>(ExitCode::internal_error);
  }
}

}  // namespace opexplore
