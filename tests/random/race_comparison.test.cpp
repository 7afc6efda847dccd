// What races in random programs, by models, oracle and machines. OPEXPLORE_RANDOM_TESTS sets how
// many programs (per model), OPEXPLORE_RANDOM_SEED where to start.
#include "tests/random/race_comparison.hpp"

#include <algorithm>
#include <string>

#include "tests/catch.hpp"
#include "tests/oracle/axiomatic.hpp"
#include "tests/random/message_programs.hpp"
#include "tests/random/racing_programs.hpp"
#include "tests/random/setting.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::uint64_t max_states = 5'000;

struct Seen {
  std::uint64_t compared = 0, racy = 0, excluded = 0;
};

// That many of each profile, and as many again that are made of patterns.
Seen compare(const RacingSide& first, const RacingSide& second, std::uint64_t count) {
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  Seen seen;
  const auto look = [&](const Test& test) {
    const auto one = first.races(test);
    const auto other = one ? second.races(test) : one;
    if (!other) return;
    ++seen.compared;
    seen.racy += one->counted.empty() ? 0 : 1;
    seen.excluded += one->excluded.empty() ? 0 : 1;
    if (agree(*one, *other)) return;
    FAIL(test.name << "\n" << explain(minimise_races(test, first, second), first, second));
  };
  for (std::uint64_t i = seed; i < seed + count; ++i) {
    for (const Profile& profile : race_profiles()) look(asked_differently(generate(profile, i), i));
  }
  const std::uint64_t messages = count * race_profiles().size();
  for (std::uint64_t i = seed; i < seed + messages; ++i) {
    look(asked_differently(message_program(i), i));
  }
  return seen;
}

}  // namespace

TEST_CASE("random: the models find the races of the oracle", "[random][ptx][races]") {
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", 140) / race_profiles().size() + 1;
  for (const char* const model : {"ptx60", "ptx75", "ptx60-dat3m", "ptx75-dat3m"}) {
    INFO(model);
    const Seen seen = compare(oracle_races(model), model_races(model), count);
    const std::uint64_t all = 2 * count * race_profiles().size();
    // Most can be compared, some are racy and some are not, and filters tell executions apart.
    CHECK(seen.compared * 10 >= all * 9);
    CHECK(seen.racy * 10 >= all * 3);
    CHECK(seen.racy * 10 <= all * 9);
    CHECK(seen.excluded >= 1);
  }
}

TEST_CASE("random: the machines find the races of the oracle", "[random][ptx][races]") {
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", 140) / race_profiles().size() + 1;
  for (const char* const machine : {"ptx", "ptx-proxy"}) {
    INFO(machine);
    const Seen seen = compare(oracle_races(model_of(machine, "")),
                              machine_races(machine, "", {}, max_states), count);
    CHECK(seen.compared * 10 >= 2 * count * race_profiles().size() * 8);
  }
}

TEST_CASE("random: programs tell closed observation from one step", "[random][races]") {
  const Profile* atomics = nullptr;
  for (const Profile& profile : race_profiles()) {
    if (profile.name == "guarded-atomics") atomics = &profile;
  }
  REQUIRE(atomics != nullptr);
  oracle::Model one_step = oracle::ptx75();
  one_step.closed_observation = false;
  std::uint64_t different = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Test test = generate(*atomics, seed);
    const auto closed = oracle::enumerate_races(test, oracle::ptx75());
    const auto open = oracle::enumerate_races(test, one_step);
    CHECK(closed.outcomes == open.outcomes);
    CHECK(std::ranges::includes(open.races, closed.races));
    different += open.races == closed.races ? 0 : 1;
  }
  CHECK(different >= 1);
}

}  // namespace opexplore::random_programs
