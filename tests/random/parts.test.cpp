// Conditions that are asked in parts, and as a whole in turn with these, on random programs:
// OPEXPLORE_RANDOM_TESTS sets how many, OPEXPLORE_RANDOM_SEED where to start.
#include <set>
#include <string>

#include "explorer/plan/exploration.hpp"
#include "litmus/generate/random_program.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/random/conditions.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

namespace {

// What has been compared.
struct Asked {
  std::uint64_t conditions = 0;
  std::uint64_t in_parts = 0;
  std::uint64_t witnessed = 0;
};

ExploreOptions options_of(std::uint64_t most) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = most;
  return options;
}

std::set<Outcome> outcomes_of(const Answer& report) {
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : report.outcomes) outcomes.insert(outcome.values);
  return outcomes;
}

Proposition either(Proposition left, Proposition right) {
  Proposition result;
  result.kind = Proposition::Kind::disjunction;
  result.parts = {std::move(left), std::move(right)};
  return result;
}

// One question of several, each about some of the observables, asked for the verdict and nothing
// else: no search looks at so few states that the parts would not be asked.
void compare(MachineForms forms, const Test& test, const std::set<Outcome>& outcomes,
             Random& random, Asked& asked) {
  forms.states_at_once = 1;
  Test question = asking(test, outcomes, random);
  while (random.chance(60)) {
    question.condition = either(question.condition, asking(test, outcomes, random).condition);
  }
  ExploreOptions options = options_of(50'000);
  options.verdict_only = true;
  options.traces = Traces::witness;
  const Plan plan = plan_for(forms, question, options);
  const bool parts = std::ranges::any_of(
      plan, [](const Stage& stage) { return stage.seeks == Seeks::parts && stage.parts > 0; });
  const Answer report = explore(forms, question, options);
  if (!report.coverage.complete()) return;
  ++asked.conditions;
  asked.in_parts += parts ? 1U : 0U;
  const bool holds = holds_of(question, outcomes);
  asked.witnessed += holds == (question.quantifier == Quantifier::exists) ? 1U : 0U;
  INFO(condition_line(question));
  CHECK(verdict(question, report).ok == holds);
}

}  // namespace

TEST_CASE("random: a condition in parts has the verdict of the whole", "[random][goal]") {
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t tests = setting("OPEXPLORE_RANDOM_TESTS", 60);
  Asked asked;
  for (std::uint64_t i = 0; i < tests; ++i) {
    const auto all = profiles();
    Test test = generate(all[i % all.size()], seed + i);
    test.filter.reset();
    const MachineEntry& machine = *find_machine(i / all.size() % 2 == 0 ? "ptx-proxy" : "ptx");
    if (machine.refusal(test, {})) continue;
    const Answer whole = machine.explore(test, options_of(5'000));
    const std::set<Outcome> outcomes = outcomes_of(whole);
    if (!whole.coverage.complete() || outcomes.empty()) continue;
    INFO(test.name);
    Random random(seed + i);
    for (int question = 0; question < 10; ++question) {
      compare(machine.forms(), test, outcomes, random, asked);
    }
  }
  CHECK(asked.in_parts * 4 > asked.conditions);
  CHECK(asked.conditions > tests * 5);
  CHECK(asked.witnessed * 5 > asked.conditions);
}

}  // namespace opexplore::random_programs
