#include "studies/ranking/rank.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "answers/jobs.hpp"
#include "litmus/language/hash.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

// The answer of one machine to one test, as a job gives it.
struct FoundAnswer {
  ContenderAnswer answer;
  ExitCode code = ExitCode::complete;
  bool done = true;  // false when it was interrupted
  bool reached_max_states = false;
};

FoundAnswer found_answer(const ChosenMachine& machine, const Test& test,
                         const ExploreOptions& explore) {
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    return {{RankedAnswer::refused, refusal->why}};
  }
  const Answer report = explored_with(machine, test, explore);
  const Verdict answer = verdict(test, report);
  FoundAnswer found;
  found.reached_max_states = report.coverage.incomplete == Incomplete::states;
  if (answer.decided) {
    found.answer.answer = answer.ok ? RankedAnswer::allowed : RankedAnswer::forbidden;
    return found;
  }
  found.answer.reason = report.statistics.racy_states > 0 ? "a data race" : report.coverage.reason;
  found.code = code_of(report.coverage.incomplete);
  found.done = report.coverage.incomplete != Incomplete::interrupted;
  return found;
}

FoundAnswer undecided_for(std::string reason, ExitCode code) {
  return {{RankedAnswer::undecided, std::move(reason)}, code, code != ExitCode::cancelled};
}

// Leaves the tests that some row names.
std::vector<Test> take_named(std::vector<Test> tests, Ranking& ranking) {
  ranking.judged = matched(ranking.observations, tests, ranking.untested);
  std::vector<bool> named(tests.size());
  for (const Judged& judged : ranking.judged) named[judged.test] = true;
  std::vector<std::size_t> place(tests.size());
  std::vector<Test> result;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!named[i]) continue;
    place[i] = result.size();
    ranking.tests.push_back({tests[i].name, tests[i].path, hash(tests[i])});
    result.push_back(std::move(tests[i]));
  }
  for (Judged& judged : ranking.judged) judged.test = place[judged.test];
  return result;
}

// What one process says of a search to another.
std::string text_of(const FoundAnswer& found) {
  return nlohmann::json{static_cast<int>(found.answer.answer), found.answer.reason,
                        static_cast<int>(found.code), found.done, found.reached_max_states}
      .dump();
}

FoundAnswer found_of(std::string_view text) {
  const auto json = nlohmann::json::parse(text);
  return {{static_cast<RankedAnswer>(json.at(0).get<int>()), json.at(1)},
          static_cast<ExitCode>(json.at(2).get<int>()),
          json.at(3),
          json.at(4)};
}

FoundAnswer lost(std::size_t) {
  return undecided_for("two processes that searched have died", ExitCode::incomplete);
}

SharedJobs<FoundAnswer> shared_searches(const RankingQuestion& question) {
  SharedJobs<FoundAnswer> shared{question.crew, text_of, found_of, lost};
  for (const auto& [search, found] : question.known) {
    shared.known.emplace(std::stoull(search), found_of(found));
  }
  if (!question.note) return shared;
  shared.note = [&question](std::size_t search, const FoundAnswer& found) {
    const bool whole = found.done && found.code != ExitCode::internal_error;
    if (whole) question.note(std::to_string(search), text_of(found));
  };
  return shared;
}

void answer_all(const std::vector<Test>& tests, const std::vector<ChosenContender>& contenders,
                const RankingQuestion& question, const CountSearches& progress, Ranking& ranking) {
  ranking.searches = tests.size() * contenders.size();
  const auto job = [&](std::size_t index, const ExploreOptions& limits) {
    const ChosenMachine& machine = contenders[index / tests.size()].machine;
    const Test& test = tests[index % tests.size()];
    return guarded(
        limits, [&] { return found_answer(machine, test, limits); }, undecided_for);
  };
  Jobs<FoundAnswer> jobs(question.explore, ranking.searches, job, shared_searches(question));
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    if (progress) progress(index, jobs.size());
    FoundAnswer found = jobs.result(index);
    ranking.code = worse(ranking.code, found.code);
    if (found.done) ++ranking.searches_done;
    ranking.contenders[index / tests.size()].answers.push_back(std::move(found.answer));
  }
}

}  // namespace

Ranking rank(RankingQuestion question, const CountSearches& progress) {
  Ranking ranking;
  ranking.observations = std::move(question.observations);
  ranking.notes = std::move(question.contenders.notes);
  const std::vector<ChosenContender>& contenders = question.contenders.chosen;
  for (const ChosenContender& one : contenders) ranking.contenders.push_back(description(one));
  for (Test& test : question.tests) {
    test.quantifier = Quantifier::exists;  // the question is whether the outcome is reached
  }
  const std::vector<Test> tests = take_named(std::move(question.tests), ranking);
  question.explore.verdict_only = true;
  answer_all(tests, contenders, question, progress, ranking);
  return ranking;
}

}  // namespace opexplore
