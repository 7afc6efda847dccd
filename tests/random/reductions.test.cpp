// Reductions against no reductions and the axioms, on random programs. OPEXPLORE_RANDOM_TESTS sets
// how many programs, OPEXPLORE_RANDOM_SEED where to start: 100000 of them take a night.
#include "tests/random/reductions.hpp"

#include <iostream>
#include <string>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/random/conditions.hpp"
#include "tests/random/program_generator.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

namespace {

std::string summary(const Compared& compared) {
  return std::to_string(compared.programs) + " programs, " + std::to_string(compared.axioms) +
         " with the axioms, " + std::to_string(compared.searches) + " searches, " +
         std::to_string(compared.conditions) + " conditions, " +
         std::to_string(compared.deadlocks) + " deadlocks, " + std::to_string(compared.refused) +
         " refused, " + std::to_string(compared.incomplete) + " searches not complete";
}

}  // namespace

TEST_CASE("random: reductions lose no outcome, no deadlock and no verdict", "[random][ptx]") {
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t tests = setting("OPEXPLORE_RANDOM_TESTS", 60);
  const std::uint64_t each = tests / profiles().size() + 1;
  Effort effort;
  effort.max_states = setting("OPEXPLORE_RANDOM_STATES", 5'000);
  Compared compared;
  for (std::uint64_t i = 0; i < each; ++i) {
    for (const Profile& profile : profiles()) {
      const Test test = generate(profile, seed + i);
      // A program in one configuration; which one changes from program to program.
      const Configuration& configuration = configurations()[(compared.programs + i) % 4];
      if (const auto wrong = reductions_differ(test, configuration, seed + i, effort, compared)) {
        FAIL_CHECK(*wrong);
      }
    }
  }
  if (tests > 1'000) std::cout << summary(compared) << '\n';
  INFO(summary(compared));
  CHECK(compared.searches > compared.programs * variants().size());
  CHECK(compared.conditions > compared.programs * 10);
  CHECK(compared.axioms * 10 > compared.programs * 7);
}

TEST_CASE("random: conditions are asked of outcomes in all ways", "[random]") {
  const Test test =
      read("PTX t\n{ }\nP0@cta 0,gpu 0 ;\nld r0, x ;\nld r1, y ;\nexists (0:r0=0)\n", "t.litmus");
  const Test all = completed(test.program, test.name);
  REQUIRE(all.observables.size() == 4);
  const std::set<Outcome> outcomes{{0, 1, 2, 3}, {4, 5, 6, 7}};
  CHECK(projected(outcomes, {3, 0}) == std::set<Outcome>{{3, 0}, {7, 4}});
  CHECK(observing(all, {2}).observables == std::vector<Observable>{all.observables[2]});
  Random random(1);
  unsigned satisfied = 0, negated = 0, filtered = 0, either = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Test asked = asking(all, outcomes, random);
    satisfied += holds_of(asked, outcomes) ? 1U : 0U;
    negated += asked.condition.kind == Proposition::Kind::negation ? 1U : 0U;
    either += asked.condition.kind == Proposition::Kind::disjunction ? 1U : 0U;
    filtered += asked.filter ? 1U : 0U;
  }
  CHECK(satisfied > 250);
  CHECK(satisfied < 750);
  CHECK(negated > 80);
  CHECK(either > 150);
  CHECK(filtered > 50);
}

}  // namespace opexplore::random_programs
