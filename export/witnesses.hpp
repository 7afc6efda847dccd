// What shows that outcomes are possible, as users want to see it: one walk for texts, drawings and
// documents.
#pragma once

#include <algorithm>
#include <string>
#include <variant>

#include "answers/ask.hpp"
#include "answers/data_races.hpp"
#include "export/outcome_text.hpp"
#include "export/output_options.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

/// Whether `show` asks for the executions of the outcome.
bool is_shown(Show show, const Test& test, const AnsweredOutcome& outcome);

/// What forbids an outcome: "axiom with axiom, or by axiom".
std::string axioms_text(const Explanation& explanation);

/// The outcome that is forbidden; for that of the verdict the condition.
std::string goal_text(const Test& test, const Forbidden& forbidden, Radix radix);

/// Calls visit(answer, machine or model), for the second only where there are two.
template <class Visit>
void for_each_answer(const AnsweredTest& run, Visit visit) {
  visit(run.answer, run.asked.pairing.first);
  if (run.compared) visit(run.compared->answer, *run.asked.pairing.second);
}

/// Which bad ends are shown beside outcomes.
struct BadEnds {
  bool deadlock = false;
  bool endless = false;
  bool race = false;
};

/// Calls visit(trace or execution, goal) for what is to be shown of the answer.
template <class Visit>
void for_each_witness(const Test& test, const Answer& answer, const OutputOptions& options,
                      BadEnds ends, Visit visit) {
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (!is_shown(options.show, test, outcome)) continue;
    const std::string goal = outcome_text(test, outcome.values, options.radix);
    if (outcome.trace) visit(*outcome.trace, goal);
    if (outcome.execution) visit(*outcome.execution, goal);
  }
  if (ends.race) {
    for (const DataRaceEntry& entry : data_race_entries(test, answer)) {
      const std::string goal = "data race: " + pair_text(test, entry);
      const AnsweredDataRace& race =
          *std::ranges::find(answer.data_races, entry.first().pair, &AnsweredDataRace::pair);
      if (race.trace) visit(*race.trace, goal);
    }
  }
  if (ends.deadlock && answer.deadlock) {
    visit(*answer.deadlock, "deadlock: " + told(answer.deadlock_reason, test.program));
  }
  if (ends.endless && answer.endless) {
    visit(*answer.endless, "endless: " + told(answer.endless_reason, test.program));
  }
  if (ends.race && answer.race) {
    visit(*answer.race, std::string(race_title(answer)) + ": " + answer.race_reason);
  }
}

}  // namespace opexplore
