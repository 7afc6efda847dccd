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
    const std::string row = kernel.file + ' ' + kernel.options;
    const std::string said = complaint(cuda_folder + kernel.file + "." + target + ".ptx " +
                                       kernel.options + " --check-axioms");
    INFO("opexplore " << row << " says\n" << said);
    const bool agree = contains(said, "Compared: 1 equal, 0 different, 0 undecided");
    if (!agree) others.insert(row);
    CHECK_FALSE(contains(said, "1 different"));
  }
  // A count of threads that is known at run time, more events than the axioms take, and threads
  // that may or may not come to a barrier.
  CHECK(others == std::set<std::string>{
                      "barrier_count --grid 1 --block 1", "barrier_crossed --grid 1 --block 64",
                      "barrier_of_warps --grid 1 --block 33 --show out",
                      "mask_of_ballot --grid 1 --block 3 --input in=1,1,0",
                      "mask_of_ballot_fixed --grid 1 --block 3 --input in=1,1,0 --show out"});
}

}  // namespace opexplore::testing
