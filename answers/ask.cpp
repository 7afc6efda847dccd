#include "answers/ask.hpp"

#include <utility>

#include "answers/findings/findings.hpp"
#include "answers/side_search.hpp"

namespace opexplore {
namespace {

// Adds what the test says of its executions, with the verdicts on it.
std::variant<AnsweredTest, Failure> with_statements(AnsweredTest result,
                                                    const ExploreOptions& explore) {
  const Question& asked = result.asked;
  auto statements = answered_statements(asked.statements, asked.pairing.first, asked.test,
                                        result.answer, explore);
  if (auto* const failure = std::get_if<Failure>(&statements)) return std::move(*failure);
  result.statements = std::get<std::vector<AnsweredStatement>>(std::move(statements));
  return result;
}

std::variant<AnsweredTest, Failure> asked_both(const Question& asked,
                                               const ExploreOptions& explore) {
  auto answers = both_answers(asked.pairing, asked.test, explore);
  if (auto* const failure = std::get_if<Failure>(&answers)) return std::move(*failure);
  auto& both = std::get<BothAnswers>(answers);
  keep_differing_traces(asked.test, both.comparison, both.first, both.second);
  both.first.forbidden = differences_explained(asked.pairing, asked.test, both.comparison, explore);
  return with_statements({asked, std::move(both.first),
                          ComparedAnswer{std::move(both.second), std::move(both.comparison)}},
                         explore);
}

HuntOptions hunt_of(const Question& asked) {
  HuntOptions hunt = asked.hunt;
  if (asked.kernel != nullptr && hunt.hunt == Hunt::none) hunt.hunt = Hunt::beside;
  return hunt;
}

// Of one of the answers. Whoever gives an expectation knows the test, and is told what hangs by its
// lines alone.
ExitCode code_of(const Answer& answer, bool expected, const Watched& watched) {
  ExitCode code = code_of(answer.coverage.incomplete);
  const bool hangs = watched.hangs && !expected;
  if (hangs && never_ends(answer)) code = worse(code, ExitCode::never_ends);
  // Outcomes are complete then, but who cancels wants to be told so.
  if (answer.coverage.untraced == Incomplete::interrupted) code = worse(code, ExitCode::cancelled);
  if (hangs && answer.statistics.endless_states > 0) code = worse(code, ExitCode::never_ends);
  if ((hangs || watched.deadlock) && answer.statistics.stuck_states > 0) {
    code = worse(code, ExitCode::deadlock);
  }
  if ((watched.races || !expected) && !answer.data_races.empty()) {
    code = worse(code, ExitCode::data_race);
  }
  if (watched.races && answer.races) code = worse(code, ExitCode::data_race);
  return code;
}

// What is left of a launch that was looked at in part, since it shows a bug, says nothing of other
// executions.
void limit_to_one_execution(const Question& asked, Answer& answer) {
  const bool of_one =
      asked.kernel != nullptr && asked.kernel->whole && !asked.kernel->whole->decides;
  if (!of_one || !answer.coverage.complete()) return;
  answer.coverage.incomplete = Incomplete::machine_bound;
  answer.coverage.reason =
      "one execution of the launch was run, and what it shows is there; what others do is not "
      "known";
}

// Whether the search has seen that the program hangs, and it has so many threads that looking at
// all their orders for the loops would take too long.
bool known_to_hang(const AnsweredTest& test) {
  constexpr std::size_t most_threads = 12;
  const bool hangs = test.answer.endless || test.answer.deadlock;
  return hangs && test.asked.test.program.threads.size() > most_threads;
}

}  // namespace

bool AnsweredTest::unexpected() const {
  const Verdict found = verdict();
  return asked.expected && found.decided && *asked.expected != found.ok;
}

ExitCode code_of(const AnsweredTest& test, const Watched& watched) {
  const bool expected = test.asked.expected.has_value() || !test.statements.empty();
  if (test.asked.kernel != nullptr) {
    ExitCode code = worse(code_of(*test.answer.findings, watched.hangs),
                          code_of(test.answer.coverage.incomplete));
    if (test.as_written)
      code = worse(code, code_of(*test.as_written->answer.findings, watched.hangs));
    if (test.answer.termination)
      code = worse(code, code_of(test.answer.termination->coverage.incomplete));
    return test.unexpected() ? worse(code, ExitCode::unexpected) : code;
  }
  ExitCode code = code_of(test.answer, expected, watched);
  if (test.compared) code = worse(code, code_of(test.compared->answer, expected, watched));
  if (test.answer.termination && watched.termination != nullptr) {
    code = worse(code, code_of(*test.answer.termination, *watched.termination));
  }
  code = worse(code, code_of(test.statements));
  if (test.unexpected()) code = worse(code, ExitCode::unexpected);
  if (watched.differences && test.compared &&
      test.compared->comparison.agreement() == Agreement::different) {
    code = worse(code, ExitCode::disagreement);
  }
  return code;
}

std::variant<AnsweredTest, Failure> ask(const Question& asked, const ExploreOptions& explore) {
  if (asked.pairing.second) return asked_both(asked, explore);
  const Semantics& who = asked.pairing.first;
  const Deadline deadline = deadline_of(explore);
  // What is asked besides has no place in the files of the search.
  ExploreOptions besides = explore;
  besides.large = {};
  std::optional<Termination> ends;
  const auto ask_for_end = [&]() -> std::optional<Failure> {
    auto found = termination(who, asked.test, in_time(besides, deadline), *asked.termination);
    if (auto* const failure = std::get_if<Failure>(&found)) return std::move(*failure);
    ends = std::get<Termination>(std::move(found));
    return std::nullopt;
  };
  // Of a test it is asked for by name, and may be known long before all outcomes are.
  const bool ends_first = asked.termination != nullptr && asked.kernel == nullptr;
  if (ends_first) {
    if (auto failure = ask_for_end()) return std::move(*failure);
  }
  auto first =
      answer(who, asked.test, ends_first ? in_time(explore, deadline) : explore, hunt_of(asked));
  if (auto* const failure = std::get_if<Failure>(&first)) return std::move(*failure);
  auto& found = std::get<Answer>(first);
  limit_to_one_execution(asked, found);
  found.forbidden = verdict_explained(who, asked.test, found, in_time(besides, deadline));
  AnsweredTest result{asked, std::move(found)};
  // Of a kernel everything is asked that there is: what a limit has ended is not begun anew.
  const bool cut = !result.answer.coverage.complete();
  if (asked.termination != nullptr && !ends_first && !cut && !known_to_hang(result)) {
    if (auto failure = ask_for_end()) return std::move(*failure);
  }
  result.answer.termination = std::move(ends);
  return with_statements(std::move(result), in_time(besides, deadline));
}

}  // namespace opexplore
