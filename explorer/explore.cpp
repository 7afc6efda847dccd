#include "explorer/explore.hpp"

#include <algorithm>

namespace opexplore {

const MachineEntry* find_machine(std::string_view name) {
  const auto all = machines();
  const auto found = std::ranges::find(all, name, &MachineEntry::name);
  return found == all.end() ? nullptr : &*found;
}

std::optional<std::string> language_refusal(const Test& test, Language language) {
  const Language written = test.program.language;
  if (written == language) return std::nullopt;
  std::string able;
  for (const MachineEntry& entry : machines()) {
    if (entry.language != written) continue;
    able += (able.empty() ? "" : ", ") + std::string(entry.name);
  }
  return "1:1: the test is written in " + std::string(to_string(written)) +
         ", and this machine runs " + std::string(to_string(language)) +
         "; those that run it are " + able;
}

bool never_ends(const Report& report) {
  return report.incomplete == Incomplete::none && report.statistics.racy_states == 0 &&
         report.outcomes.empty() && report.filtered_outcomes == 0;
}

Verdict verdict(const Test& test, const Report& report) {
  Verdict result;
  for (const OutcomeReport& outcome : report.outcomes) {
    (holds(test.condition, outcome.values) ? result.positive : result.negative) +=
        outcome.final_states;
  }
  const bool complete = report.incomplete == Incomplete::none && !report.stopped_at_verdict;
  bool witnessed = false;
  switch (test.quantifier) {
    case Quantifier::exists:
      witnessed = result.positive != 0;
      result.ok = witnessed;
      break;
    case Quantifier::not_exists:
      witnessed = result.positive != 0;
      result.ok = !witnessed;
      break;
    case Quantifier::forall:
      witnessed = result.negative != 0;
      result.ok = !witnessed;
      break;
  }
  // A program with a race means nothing, whatever was found beside it.
  const bool racy = report.statistics.racy_states != 0;
  result.never_ends = never_ends(report);
  if (result.never_ends) result.ok = false;
  result.decided = (complete || witnessed) && !racy;
  result.observation_decided = complete || (result.positive != 0 && result.negative != 0);
  return result;
}

}  // namespace opexplore
