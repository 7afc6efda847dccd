// A second opinion on kernels: the executions that the axioms allow end as the machine says, and
// race as it says, for loops that wait, too.
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cuda_table.hpp"

namespace opexplore::testing {

TEST_CASE("cuda: machine and axioms agree on the kernels that were judged by hand", "[cli][cuda]") {
  const std::string target = GENERATE("sm_90", "sm_75");
  std::set<std::string> others;
  for (const JudgedKernel& kernel : judged_kernels(cuda_folder)) {
    const std::string said = complaint(cuda_folder + kernel.file + "." + target + ".ptx " +
                                       kernel.options + " --check-axioms");
    INFO("opexplore " << kernel.file << ' ' << kernel.options << " says\n" << said);
    const bool agree = contains(said, "Compared: 1 equal, 0 different, 0 undecided");
    if (!agree) others.insert(kernel.file);
    CHECK_FALSE(contains(said, "1 different"));
  }
  // A count of threads that is known at run time, more events than the axioms take, and threads
  // that may or may not come to a barrier.
  CHECK(others == std::set<std::string>{"barrier_count", "barrier_crossed", "barrier_of_warps",
                                        "mask_of_ballot", "mask_of_ballot_fixed"});
}

}  // namespace opexplore::testing
