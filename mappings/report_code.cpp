// What a program that checks ends with.
#include <algorithm>

#include "mappings/report.hpp"

namespace opexplore::mappings {
namespace {

bool machine_and_axioms_agree(const std::vector<Counterexample>& examples) {
  return std::ranges::all_of(examples, &std::string::empty, &Counterexample::disagreement);
}

}  // namespace

ExitCode code_of(const TableReport& report) {
  if (!machine_and_axioms_agree(report.counterexamples)) return ExitCode::internal_error;
  ExitCode code = ExitCode::complete;
  if (report.count(Finding::unsound) > 0) code = ExitCode::disagreement;
  if (!report.incomplete.empty() || report.count(Finding::sound) == 0) {
    code = worse(code, ExitCode::incomplete);
  }
  return code;
}

ExitCode code_of(const ChainReport& report) {
  ExitCode code = report.count(Finding::unsound) > 0 ? ExitCode::disagreement : ExitCode::complete;
  if (report.count(Finding::sound) == 0) code = worse(code, ExitCode::incomplete);
  for (const TableReport& step : report.steps) code = worse(code, code_of(step));
  return code;
}

ExitCode code_of(const TableDiff& diff) {
  if (!machine_and_axioms_agree(diff.broken) || !machine_and_axioms_agree(diff.mended)) {
    return ExitCode::internal_error;
  }
  const ExitCode code = diff.newly_unsound() > 0 ? ExitCode::disagreement : ExitCode::complete;
  return diff.incomplete.empty() ? code : worse(code, ExitCode::incomplete);
}

ExitCode code_of(const EmittedCheck& check) {
  switch (check.kind) {
    case EmittedCheck::Kind::sound:
    case EmittedCheck::Kind::undefined:
      return ExitCode::complete;
    case EmittedCheck::Kind::unsound:
      return ExitCode::disagreement;
    case EmittedCheck::Kind::refused:
      return ExitCode::wrong_input;
    case EmittedCheck::Kind::mixed_size:
    case EmittedCheck::Kind::incomplete:
      break;
  }
  return ExitCode::incomplete;
}

}  // namespace opexplore::mappings
