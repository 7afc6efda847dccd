#include "answers/choices.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace opexplore {
namespace {

bool is_taken(const std::vector<Choice>& choices) {
  return std::ranges::any_of(choices, &Choice::taken);
}

}  // namespace

void add_choices(const ChosenMachine& machine, const Test& test, Answer& answer) {
  MachineOptions options = answer.replayed_with;
  options.ample_threads = options.split_components = false;
  const auto add = [&](Trace& trace) {
    std::vector<Step> steps;
    for (const TraceStep& step : trace.steps) steps.push_back(step.step);
    std::vector<std::vector<Choice>> choices = machine.entry->choices(test, options, steps);
    if (choices.size() != steps.size() || !std::ranges::all_of(choices, is_taken)) return;
    for (std::size_t i = 0; i < steps.size(); ++i) trace.steps[i].choices = std::move(choices[i]);
  };
  for (AnsweredOutcome& outcome : answer.outcomes) {
    if (outcome.trace) add(*outcome.trace);
  }
  for (AnsweredDataRace& race : answer.data_races) {
    if (race.trace) add(*race.trace);
  }
  for (std::optional<Trace>* const trace : {&answer.deadlock, &answer.endless, &answer.race}) {
    if (*trace) add(**trace);
  }
}

}  // namespace opexplore
