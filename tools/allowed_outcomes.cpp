#include "tools/allowed_outcomes.hpp"

#include <utility>

#include "answers/jobs.hpp"
#include "answers/refusal.hpp"
#include "answers/unexpected.hpp"
#include "tools/interrupt.hpp"
#include "tools/progress.hpp"

namespace opexplore {
namespace {

struct Found {
  hardware::Allowed allowed;
  ExitCode code = ExitCode::complete;
  bool reached_max_states = false;
};

Found explored(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore) {
  Found found;
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    found.allowed.refusal = without_place(*refusal);
    return found;
  }
  const Report report = explored_with(machine, test, explore);
  found.allowed = hardware::allowed_by(report);
  found.code = code_of(report.incomplete);
  found.reached_max_states = report.incomplete == Incomplete::states;
  return found;
}

Found unknown(const std::string& reason, ExitCode code) {
  Found found;
  found.allowed.incomplete = reason;
  found.code = code;
  return found;
}

// What goes wrong with one search must not end the others.
Found guarded(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore) {
  if (interrupted()) return unknown("interrupted", ExitCode::cancelled);
  try {
    return explored(machine, test, explore);
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return unknown(failure.message, failure.exit_code);
  }
}

}  // namespace

AllowedOutcomes allowed_outcomes(const std::vector<Test>& tests,
                                 const std::vector<ChosenMachine>& machines,
                                 const ExploreOptions& explore, bool show_progress) {
  AllowedOutcomes result;
  result.by_machine.resize(machines.size());
  Jobs<Found> jobs(watched(explore, !show_progress), tests.size() * machines.size(),
                   [&](std::size_t index, const ExploreOptions& limits) {
                     return guarded(machines[index / tests.size()], tests[index % tests.size()],
                                    limits);
                   });
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    if (show_progress) show_count("Exploring", index, jobs.size());
    Found found = jobs.result(index);
    result.code = worse(result.code, found.code);
    result.by_machine[index / tests.size()].push_back(std::move(found.allowed));
  }
  if (show_progress) clear_progress();
  return result;
}

}  // namespace opexplore
