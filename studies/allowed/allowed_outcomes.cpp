#include "studies/allowed/allowed_outcomes.hpp"

#include <algorithm>
#include <utility>

#include "answers/jobs.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

struct FoundOutcomes {
  Allowed allowed;
  ExitCode code = ExitCode::complete;
  bool reached_max_states = false;
};

FoundOutcomes found_outcomes(const ChosenMachine& machine, const Test& test,
                             const ExploreOptions& explore) {
  FoundOutcomes found;
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    found.allowed.refusal = refusal->why;
    return found;
  }
  const Answer report = explored_with(machine, test, explore);
  found.allowed = allowed_by(report);
  found.code = code_of(report.coverage.incomplete);
  found.reached_max_states = report.coverage.incomplete == Incomplete::states;
  return found;
}

FoundOutcomes unknown(const std::string& reason, ExitCode code) {
  FoundOutcomes found;
  found.allowed.incomplete = reason;
  found.code = code;
  return found;
}

}  // namespace

bool Allowed::has(const Outcome& outcome) const {
  return std::ranges::binary_search(outcomes, outcome);
}

Allowed allowed_by(const Answer& report) {
  Allowed result;
  for (const AnsweredOutcome& outcome : report.outcomes) result.outcomes.push_back(outcome.values);
  std::ranges::sort(result.outcomes);
  result.everything = report.statistics.racy_states > 0;
  if (!report.coverage.complete()) result.incomplete = report.coverage.reason;
  return result;
}

AllowedOutcomes allowed_outcomes(const std::vector<Test>& tests,
                                 const std::vector<ChosenMachine>& machines,
                                 const ExploreOptions& explore, const CountSearches& progress) {
  AllowedOutcomes result;
  result.by_machine.resize(machines.size());
  Jobs<FoundOutcomes> jobs(explore, tests.size() * machines.size(),
                           [&](std::size_t index, const ExploreOptions& limits) {
                             const ChosenMachine& machine = machines[index / tests.size()];
                             const Test& test = tests[index % tests.size()];
                             return guarded(
                                 limits, [&] { return found_outcomes(machine, test, limits); },
                                 unknown);
                           });
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    if (progress) progress(index, jobs.size());
    FoundOutcomes found = jobs.result(index);
    result.code = worse(result.code, found.code);
    result.by_machine[index / tests.size()].push_back(std::move(found.allowed));
  }
  return result;
}

}  // namespace opexplore
