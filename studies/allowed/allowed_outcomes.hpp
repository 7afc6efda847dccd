// All outcomes that machines allow tests: searched once for each machine and test, on all cores.
#pragma once

#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "explorer/explore.hpp"
#include "studies/searches.hpp"

namespace opexplore {

/// What a machine says of a test.
struct Allowed {
  std::vector<Outcome> outcomes;  ///< those that pass the filter, increasing
  bool everything = false;        ///< the program has a data race, and means nothing
  std::string incomplete = {};    ///< why there may be more; empty after a complete search
  std::string refusal = {};       ///< why the machine cannot run the test; then there is no more

  bool has(const Outcome& outcome) const;
};

/// What a report says. Precondition: the search did not stop early because of the verdict.
Allowed allowed_by(const Answer& report);

struct AllowedOutcomes {
  std::vector<std::vector<Allowed>> by_machine;  ///< then by test
  ExitCode code = ExitCode::complete;  ///< of the searches that did not end; refusals are answers
};

/// Explores every test with every machine. Of `explore` the machine's options are replaced. After
/// an interruption the rest is incomplete.
AllowedOutcomes allowed_outcomes(const std::vector<Test>& tests,
                                 const std::vector<ChosenMachine>& machines,
                                 const ExploreOptions& explore, const CountSearches& progress = {});

}  // namespace opexplore
