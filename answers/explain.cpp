#include "answers/explain.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "answers/data_races.hpp"
#include "answers/race_details.hpp"
#include "answers/why/why.hpp"
#include "explorer/store/tally.hpp"

namespace opexplore {
namespace {

// Explanations are long: the first few say what the rest would.
constexpr std::size_t most_explained = 3;

axioms::EvaluateOptions evaluate_options(const ChosenModel& chosen, const ExploreOptions& explore) {
  axioms::EvaluateOptions options;
  options.loop_bound = chosen.loop_bound;
  options.timeout = explore.timeout;
  options.interrupted = explore.interrupted;
  return options;
}

// Explains the outcomes that `lacks`, one of the sides, does not have.
void explain_side(const Semantics& semantics, Reached ComparedOutcome::*side, const Test& test,
                  const OutcomeComparison& comparison, const ExploreOptions& explore,
                  std::vector<Forbidden>& result) {
  const auto* const chosen = std::get_if<ChosenModel>(&semantics);
  if (chosen == nullptr) return;
  const axioms::EvaluateOptions options = evaluate_options(*chosen, explore);
  std::size_t explained = 0;
  for (const ComparedOutcome& outcome : comparison.outcomes) {
    if (outcome.*side != Reached::no || !comparison.differs(outcome)) continue;
    if (++explained > most_explained) break;
    const auto here = [&](const Outcome& values) {
      return std::equal(outcome.values.begin(), outcome.values.end(), values.begin());
    };
    result.push_back({chosen->model.name(), outcome.values,
                      axioms::forbidding(chosen->model, test, here, options)});
  }
}

}  // namespace

std::vector<Forbidden> differences_explained(const Pairing& pairing, const Test& test,
                                             const OutcomeComparison& comparison,
                                             const ExploreOptions& explore) {
  std::vector<Forbidden> result;
  if (explore.traces == Traces::none) return result;
  explain_side(pairing.first, &ComparedOutcome::first, test, comparison, explore, result);
  explain_side(*pairing.second, &ComparedOutcome::second, test, comparison, explore, result);
  return result;
}

std::vector<Forbidden> verdict_explained(const Semantics& semantics, const Test& test,
                                         const Answer& answer, const ExploreOptions& explore) {
  const auto* const chosen = std::get_if<ChosenModel>(&semantics);
  if (chosen == nullptr || explore.traces == Traces::none) return {};
  const bool wanted = test.quantifier != Quantifier::forall;
  const auto reached = [&](const Outcome& values) {
    return holds(test.condition, values) == wanted;
  };
  if (!answer.coverage.complete() ||
      std::ranges::any_of(answer.outcomes, reached, &AnsweredOutcome::values)) {
    return {};
  }
  const axioms::EvaluateOptions options = evaluate_options(*chosen, explore);
  return {{chosen->model.name(), std::nullopt,
           axioms::forbidding(chosen->model, test, reached, options)}};
}

namespace {

// What is said of the reads of a trace to something else than an outcome.
void explain_reads(const ChosenMachine& machine, const Test& test, std::optional<Trace>& trace) {
  if (!trace) return;
  set_reasons(test.program, reasons_of_reads(test, *trace, *machine.entry, machine.options),
              *trace);
}

// What forbids what is asked about, if no outcome is of that kind.
std::optional<Violation> what_prevents(const Test& test, const WhyQuestion& question,
                                       const Answer& answer) {
  if (question.explore.traces == Traces::none || !answer.coverage.complete()) return {};
  const auto reached = [&](const AnsweredOutcome& outcome) {
    return decides(test, outcome.values);
  };
  if (answer.outcomes.empty() || std::ranges::any_of(answer.outcomes, reached)) return {};
  return prevented(test, question);
}

// The one that a witness is shown of, of traces to several outcomes, as a hunt has them.
const AnsweredOutcome* telling_trace(const Test& test, const Answer& answer) {
  const AnsweredOutcome* found = nullptr;
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (!outcome.trace) continue;
    if (decides(test, outcome.values)) return &outcome;
    if (found == nullptr) found = &outcome;
  }
  return found;
}

}  // namespace

ExploreOptions for_explanations(const ExploreOptions& explore, const Deadline& deadline) {
  using std::chrono::milliseconds;
  constexpr int share = 10;
  constexpr milliseconds moment{500};
  ExploreOptions options = explore;
  if (!options.timeout) return options;
  options.timeout = std::max(*deadline.left(), std::min(*options.timeout / share, moment));
  options.interrupted = [all = Deadline(options.timeout, explore.interrupted)] {
    return all.has_come();
  };
  return options;
}

void explain_traces(const ChosenMachine& machine, const Test& test, const ExploreOptions& explore,
                    Answer& answer) {
  if (!explains_traces(*machine.entry, machine.options)) return;
  WhyQuestion question{*machine.entry, {}, explore};
  question.explore.machine = machine.options;
  const AnsweredOutcome* const telling = telling_trace(test, answer);
  for (AnsweredOutcome& outcome : answer.outcomes) {
    if (!outcome.trace || (explore.traces == Traces::witness && &outcome != telling)) continue;
    question.outcome = outcome.values;
    outcome.why = why(test, *outcome.trace, question);
    set_reasons(test.program, outcome.why->reads, *outcome.trace);
  }
  explain_reads(machine, test, answer.deadlock);
  explain_reads(machine, test, answer.endless);
  answer.prevented = what_prevents(test, question, answer);
}

void explain_data_races(const ChosenMachine& machine, const Test& test,
                        const ExploreOptions& explore, Answer& answer) {
  if (!explains_traces(*machine.entry, machine.options)) return;
  RaceQuestion question{*machine.entry, explore};
  question.explore.machine = machine.options;
  for (const DataRaceEntry& entry : data_race_entries(test, answer)) {
    const RacingPair& first = entry.first().pair;
    AnsweredDataRace& race = *std::ranges::find(answer.data_races, first, &AnsweredDataRace::pair);
    if (!race.trace) continue;
    race.details = details_of(test, first, *race.trace, question);
    explain_reads(machine, test, race.trace);
  }
}

}  // namespace opexplore
