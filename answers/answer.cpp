#include "answers/answer.hpp"

#include "opmodel/results/report.hpp"

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

template <class T>
Witness witness_of(std::optional<T>&& found) {
  return found ? Witness(std::move(*found)) : Witness();
}

}  // namespace

TestAnswer answer_of(Report report) {
  TestAnswer answer;
  answer.answered_by = std::move(report.machine);
  answer.outcomes.reserve(report.outcomes.size());
  for (OutcomeReport& outcome : report.outcomes) {
    answer.outcomes.push_back(
        {std::move(outcome.values), outcome.final_states, witness_of(std::move(outcome.trace))});
  }
  answer.filtered_outcomes = report.filtered_outcomes;
  answer.incomplete = report.incomplete;
  answer.incomplete_reason = std::move(report.incomplete_reason);
  answer.stopped_at_verdict = report.stopped_at_verdict;
  answer.goal_directed = report.goal_directed;
  answer.ends_unlisted = report.ends_unlisted;
  answer.races = report.statistics.racy_states > 0;
  answer.race_reason = std::move(report.race_reason);
  answer.looked_for_data_races = report.looked_for_data_races;
  for (DataRaceReport& race : report.data_races) {
    auto& pairs = race.pair.kind == PairKind::divergence ? answer.divergences : answer.data_races;
    pairs.push_back({race.pair, race.in_ending, witness_of(std::move(race.trace))});
  }
  answer.excluded_data_races = std::move(report.excluded_data_races);
  std::erase_if(answer.excluded_data_races,
                [](const RacingPair& pair) { return pair.kind != PairKind::race; });
  answer.seconds = report.statistics.seconds;
  answer.findings = SearchFindings{std::move(report.machine_version),
                                   std::move(report.settings),
                                   std::move(report.deadlock),
                                   std::move(report.deadlock_reason),
                                   std::move(report.endless),
                                   std::move(report.endless_reason),
                                   report.endless_waiting,
                                   std::move(report.race),
                                   report.lists_racy_outcomes,
                                   report.stalls,
                                   std::move(report.replayed_with),
                                   report.untraced,
                                   std::move(report.statistics)};
  return answer;
}

TestAnswer answer_of(axioms::AxiomaticReport report) {
  TestAnswer answer;
  answer.answered_by = std::move(report.model);
  answer.outcomes.reserve(report.outcomes.size());
  for (axioms::AxiomaticOutcome& outcome : report.outcomes) {
    answer.outcomes.push_back(
        {std::move(outcome.values), outcome.executions, witness_of(std::move(outcome.witness))});
  }
  answer.filtered_outcomes = report.filtered_outcomes;
  answer.incomplete = incomplete_of(report.stopped);
  answer.incomplete_reason = std::move(report.incomplete_reason);
  answer.stopped_at_verdict = report.had_enough;
  answer.looked_for_data_races = report.looked_for_data_races;
  for (const RacingPair& pair : report.data_races) answer.data_races.push_back({pair});
  answer.excluded_data_races = std::move(report.excluded_data_races);
  answer.seconds = report.seconds;
  ModelFindings findings{report.candidates, report.consistent, report.circular};
  for (axioms::RaisedFlag& flag : report.flags) {
    if (flag.name == axioms::data_race_flag && flag.executions > 0) {
      answer.races = true;
      answer.race_reason = "an execution that the model allows has one";
    }
    findings.flags.emplace_back(std::move(flag.name), flag.executions);
  }
  answer.findings = std::move(findings);
  return answer;
}

namespace {

bool ends_nowhere(const TestAnswer& answer) {
  return answer.outcomes.empty() && answer.filtered_outcomes == 0 && !answer.ends_unlisted;
}

}  // namespace

const Why* why_of(const TestAnswer& answer, const Trace& trace) {
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (std::get_if<Trace>(&outcome.witness) == &trace && outcome.why) return &*outcome.why;
  }
  return nullptr;
}

const RacingPair* race_of(const TestAnswer& answer, const Trace& trace) {
  for (const AnsweredDataRace& race : answer.data_races) {
    if (std::get_if<Trace>(&race.witness) == &trace) return &race.pair;
  }
  return nullptr;
}

Verdict verdict(const Test& test, const TestAnswer& answer) {
  VerdictGrounds grounds{.complete = answer.incomplete == Incomplete::none,
                         .stopped_at_verdict = answer.stopped_at_verdict,
                         .goal_directed = answer.goal_directed,
                         .filters = test.filter.has_value(),
                         .races = answer.races,
                         .nothing = ends_nowhere(answer)};
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    (holds(test.condition, outcome.values) ? grounds.positive : grounds.negative) += outcome.count;
  }
  return verdict(test.quantifier, grounds);
}

bool never_ends(const TestAnswer& answer) {
  return answer.incomplete == Incomplete::none && !answer.races && ends_nowhere(answer);
}

}  // namespace opexplore
