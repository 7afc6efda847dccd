#include "answers/reports.hpp"

#include <algorithm>
#include <iterator>

namespace opexplore {
namespace {

Incomplete incomplete_of(Stopped stopped) {
  switch (stopped) {
    case Stopped::no:
      return Incomplete::none;
    case Stopped::time:
      return Incomplete::time;
    case Stopped::interrupted:
      return Incomplete::interrupted;
    case Stopped::bound:
      return Incomplete::machine_bound;
  }
  return Incomplete::none;
}

}  // namespace

void tell_divergences_apart(Answer& answer) {
  std::vector<AnsweredDataRace>& races = answer.data_races;
  const auto apart = std::ranges::stable_partition(
      races, [](const AnsweredDataRace& race) { return race.pair.kind != PairKind::divergence; });
  answer.divergences.assign(std::make_move_iterator(apart.begin()),
                            std::make_move_iterator(apart.end()));
  races.erase(apart.begin(), apart.end());
  std::erase_if(answer.excluded_data_races,
                [](const RacingPair& pair) { return pair.kind != PairKind::race; });
}

Answer answer_of(axioms::AxiomaticReport report) {
  Answer answer;
  answer.answered_by = std::move(report.model);
  answer.outcomes.reserve(report.outcomes.size());
  for (axioms::AxiomaticOutcome& outcome : report.outcomes) {
    answer.outcomes.push_back({.values = std::move(outcome.values),
                               .count = outcome.executions,
                               .execution = std::move(outcome.witness)});
  }
  answer.filtered_outcomes = report.filtered_outcomes;
  answer.coverage.incomplete = incomplete_of(report.stopped);
  answer.coverage.reason = std::move(report.incomplete_reason);
  answer.coverage.stopped_at_verdict = report.had_enough;
  answer.looked_for_data_races = report.looked_for_data_races;
  for (const RacingPair& pair : report.data_races) answer.data_races.push_back({pair});
  answer.excluded_data_races = std::move(report.excluded_data_races);
  answer.statistics.seconds = report.seconds;
  ModelFindings findings{report.candidates, report.consistent, report.circular};
  for (axioms::RaisedFlag& flag : report.flags) {
    if (flag.name == axioms::data_race_flag && flag.executions > 0) {
      answer.races = true;
      answer.race_reason = "an execution that the model allows has one";
    }
    findings.flags.emplace_back(std::move(flag.name), flag.executions);
  }
  answer.evaluation = std::move(findings);
  return answer;
}

const Why* why_of(const Answer& answer, const Trace& trace) {
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (outcome.trace && &*outcome.trace == &trace && outcome.why) return &*outcome.why;
  }
  return nullptr;
}

const RacingPair* race_of(const Answer& answer, const Trace& trace) {
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.trace && &*race.trace == &trace) return &race.pair;
  }
  return nullptr;
}

}  // namespace opexplore
