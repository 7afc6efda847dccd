// `sc-typed` against `sc`, and its reductions against none: on generated programs of weak accesses.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/generate/generate.hpp"
#include "opmodel/machines/sc_typed/mechanisms.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/studies/opgen_words.hpp"

namespace opexplore {

namespace {

struct Result {
  std::set<Outcome> outcomes;
  std::uint64_t stuck = 0;
  bool operator==(const Result&) const = default;
};

Result run(std::string_view machine, const Test& test, const MachineOptions& options) {
  ExploreOptions explore;
  explore.machine = options;
  explore.threads = 1;
  const Answer report = find_machine(machine)->explore(test, explore);
  REQUIRE(report.coverage.complete());
  Result result;
  result.stuck = report.statistics.stuck_states;
  for (const AnsweredOutcome& outcome : report.outcomes) result.outcomes.insert(outcome.values);
  return result;
}

// One of each `every` tests that opgen makes from the words.
std::vector<Test> generated(const std::string& words, std::uint64_t every) {
  std::vector<Test> tests;
  std::uint64_t index = 0;
  generate::for_each_make(testing::opgen_tests(words), [&](const generate::Make& make) {
    if (index++ % every == 0) tests.push_back(make(generate::Finish::bare));
    return true;
  });
  return tests;
}

MachineOptions with(std::map<std::string, std::string, std::less<>> settings) {
  MachineOptions options;
  options.settings = std::move(settings);
  return options;
}

const std::string global_words = "--exhaustive --accesses 5 --locations 3 --placements all";
const std::string shared_words =
    "--exhaustive --accesses 5 --placements all --regions global,shared";

}  // namespace

TEST_CASE("sc-typed: exactly the outcomes of sc, in every size of the hardware", "[sc-typed]") {
  const auto settings =
      GENERATE(as<std::map<std::string, std::string, std::less<>>>{},
               std::map<std::string, std::string, std::less<>>{},
               std::map<std::string, std::string, std::less<>>{{"sector", "2"}, {"sms", "2"}},
               std::map<std::string, std::string, std::less<>>{{"sector", "8"}},
               std::map<std::string, std::string, std::less<>>{{"sms", "1"}},
               std::map<std::string, std::string, std::less<>>{{"mac-entries", "1"}});
  for (const std::string& some : {global_words, shared_words}) {
    for (const Test& test : generated(some, 97)) {
      const Result found = run("sc-typed", test, with(settings));
      INFO(test.name);
      CHECK(found.outcomes == run("sc", test, {}).outcomes);
      CHECK(found.stuck == 0);
    }
  }
}

TEST_CASE("sc-typed: reductions keep outcomes, whatever is left out", "[sc-typed]") {
  for (const std::string_view mechanism : sc_typed::without_values) {
    const std::string name(mechanism);
    INFO(name);
    const bool recalls = name.starts_with("recall");
    const MachineOptions options = with({{"without", name},
                                         {"mac-entries", recalls ? "1" : "all"},
                                         {"sector", recalls ? "1" : "2"}});
    for (const std::string& some : {global_words, shared_words}) {
      for (const Test& test : generated(some, 1499)) {
        INFO(test.name);
        CHECK(run("sc-typed", test, options) == run("sc-typed", test, without_reductions(options)));
      }
    }
  }
}

TEST_CASE("sc-typed: loops, atomics, fences and barriers", "[sc-typed]") {
  const std::string lock =
      "PTX lock\n{ l = 0; x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " LC00: | LC10: ;\n"
      " atom.acquire.gpu.cas r0, l, 0, 1 | atom.acquire.gpu.cas r0, l, 0, 1 ;\n"
      " bne r0, 0, LC00 | bne r0, 0, LC10 ;\n"
      " ld.weak r1, x | ld.weak r1, x ;\n add r2, r1, 1 | add r2, r1, 1 ;\n"
      " st.weak x, r2 | st.weak x, r2 ;\n st.release.gpu l, 0 | st.release.gpu l, 0 ;\n"
      "exists (~[x]=2)\n";
  CHECK_FALSE(reachable("sc-typed", lock));
  const std::string barriers =
      two_threads("x=0; y=0;", "st.weak x, 1; bar.cta.sync 0; ld.weak r0, y",
                  "st.weak y, 1; bar.cta.sync 0; ld.weak r0, x", "~(0:r0=1 /\\ 1:r0=1)", "0");
  CHECK_FALSE(reachable("sc-typed", barriers));
  CHECK(complete_report("sc-typed", barriers).statistics.stuck_states == 0);
}

}  // namespace opexplore
