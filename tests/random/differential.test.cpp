// The PTX machines against the axioms on random programs. OPEXPLORE_RANDOM_TESTS sets how
// many programs (per machine), OPEXPLORE_RANDOM_SEED where to start.
#include "tests/random/differential.hpp"

#include <cstdlib>
#include <map>
#include <string>

#include "tests/catch.hpp"
#include "tests/random/program_generator.hpp"
#include "tests/random/shrink.hpp"

namespace opexplore::random_programs {

namespace {

std::uint64_t setting(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::stoull(text);
}

void check_machine(const Pair& pair) {
  REQUIRE(find_machine(pair.machine) != nullptr);
  const std::uint64_t seed = setting("OPEXPLORE_RANDOM_SEED", 1);
  const std::uint64_t count = setting("OPEXPLORE_RANDOM_TESTS", 1500) / profiles().size() + 1;
  constexpr std::chrono::milliseconds limit{20'000};
  for (const Profile& profile : profiles()) {
    std::map<Agreement, std::uint64_t> counts;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Test test = generate(profile, seed + i);
      const SideBySide result = compare(test, pair, limit);
      ++counts[result.agreement];
      if (result.agreement != Agreement::different) continue;
      const Test small = shrink_difference(test, pair, limit);
      FAIL("profile " << profile.name << ", seed " << seed + i << "\n"
                      << explain(small, pair, compare(small, pair, limit)));
    }
    INFO("profile " << profile.name << ", seeds " << seed << " to " << seed + count - 1);
    // Most programs must really have been compared.
    CHECK(counts[Agreement::equal] * 10 >= count * 9);
  }
}

}  // namespace

TEST_CASE("random: the ptx machine has the outcomes of the 6.0 axioms", "[random][ptx]") {
  check_machine({"ptx", "", oracle::ptx60()});
}

TEST_CASE("random: the ptx-proxy machine has the outcomes of the 7.5 axioms", "[random][ptx]") {
  check_machine({"ptx-proxy", "", oracle::ptx75()});
}

TEST_CASE("random: a generated program survives writing and reading", "[random]") {
  for (const Profile& profile : profiles()) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const Test test = generate(profile, seed);
      INFO(to_litmus(test));
      const Test again = completed(test.program, test.name);
      REQUIRE(to_litmus(again) == to_litmus(test));
      REQUIRE(to_litmus(generate(profile, seed)) == to_litmus(test));
      REQUIRE(oracle::enumerate(again, oracle::ptx75()).outcomes ==
              oracle::enumerate(test, oracle::ptx75()).outcomes);
    }
  }
}

TEST_CASE("random: shrinking finds a program that cannot be made smaller", "[random]") {
  // Two definitions that differ (proxies or not) stand in for a faulty machine.
  const auto differs = [](const Test& test) {
    return oracle::outcomes(test, oracle::ptx60()) != oracle::outcomes(test, oracle::ptx75());
  };
  const Profile* profile = find_profile("aliases");
  REQUIRE(profile != nullptr);
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 200 && found < 3; ++seed) {
    const Test test = generate(*profile, seed);
    if (!differs(test)) continue;
    ++found;
    const Test small = shrink(test, differs);
    INFO(to_litmus(test) << to_litmus(small));
    CHECK(differs(small));
    std::size_t instructions = 0;
    for (const Thread& thread : small.program.threads) instructions += thread.instructions.size();
    CHECK(instructions == 2);  // two accesses through different names
  }
  CHECK(found == 3);
}

}  // namespace opexplore::random_programs
