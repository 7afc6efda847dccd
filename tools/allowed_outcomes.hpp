// All outcomes that machines allow tests: searched once for each machine and test, on all cores.
#pragma once

#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "hardware/soundness.hpp"

namespace opexplore {

struct AllowedOutcomes {
  std::vector<std::vector<hardware::Allowed>> by_machine;  ///< then by test
  ExitCode code = ExitCode::complete;  ///< of the searches that did not end; refusals are answers
};

/// Explores every test with every machine. Of `explore` the machine's options are replaced.
/// `show_progress`: counts aloud on a terminal. After an interruption the rest is incomplete.
AllowedOutcomes allowed_outcomes(const std::vector<Test>& tests,
                                 const std::vector<ChosenMachine>& machines,
                                 const ExploreOptions& explore, bool show_progress);

}  // namespace opexplore
