#include "answers/termination.hpp"

#include "answers/refusal.hpp"
#include "explorer/explore.hpp"

namespace opexplore {

bool judges_infinite_runs(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  return machine != nullptr && machine->entry->termination != nullptr;
}

std::variant<Termination, Failure> termination(const Semantics& semantics, const Test& test,
                                               const ExploreOptions& explore,
                                               const TerminationQuestion& question) {
  const ChosenMachine& machine = std::get<ChosenMachine>(semantics);
  if (const auto refusal = machine.entry->refusal(test, for_liveness(machine.options))) {
    return machine_refusal(test, machine.name, *refusal);
  }
  ExploreOptions options = explore;
  options.machine = machine.options;
  return machine.entry->termination(test, options, question);
}

ExitCode code_of(const Termination& report, const TerminationQuestion& question) {
  if (!report.race.empty()) return ExitCode::data_race;
  ExitCode code = ExitCode::complete;
  for (const EndJudgement& judgement : report.judgements) {
    const Ends ends = question.strong ? judgement.strong : judgement.weak;
    if (ends == Ends::unknown) code = worse(code, code_of(report.coverage.incomplete));
    if (ends == Ends::no) code = worse(code, ExitCode::never_ends);
  }
  return report.deadlock ? worse(code, ExitCode::deadlock) : code;
}

}  // namespace opexplore
