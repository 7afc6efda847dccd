// Tests that are made to be run at once, and programs of exactly one size.
#include <algorithm>
#include <string>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/studies/opgen_words.hpp"

namespace opexplore::generate {

namespace {

const std::vector<std::string> kinds_of_tests{
    "PodWW Rfe PodRR Fre",
    "--family all --orders weak,rlx --deps none,addr,data,ctrl --fences none,sc --placements all",
    "--family MP,SB --atomics --orders rlx,acq_rel --regions global,shared --placements cta",
    "--exhaustive --accesses 3 --orders weak,rlx --fences 1,sc --deps addr,ctrl --placements all",
    "--exhaustive --threads 2 --proxies generic,alias,constant --fences 1,alias --regions "
    "global,shared --placements cta",
    "--random 60 --profile everything",
    "--random 60 --profile thesis",
    "--random 60 --profile caches"};

}  // namespace

TEST_CASE("a bare test has the program of the complete one", "[generate]") {
  for (const std::string& words : kinds_of_tests) {
    INFO(words);
    unsigned index = 0;
    unsigned compared = 0;
    for_each_make(testing::opgen_tests(words), [&](const Make& make) {
      if (index++ % 41 != 0) return true;
      Test bare = make(Finish::bare);
      const Test complete = make(Finish::complete);
      CHECK(bare.condition.kind == Proposition::Kind::truth);
      CHECK(bare.name == complete.name);
      CHECK(bare.shown == bare.observables.size());
      // Whatever the complete one shows, the bare one shows too.
      for (const Observable& observable : complete.observables) {
        CHECK(std::count(bare.observables.begin(), bare.observables.end(), observable) == 1);
      }
      const Test shown = finished(bare);
      CHECK(shown.condition.kind != Proposition::Kind::truth);
      for (const Test* const test : {&complete, &shown}) {
        REQUIRE(test->program.threads.size() == bare.program.threads.size());
        for (std::size_t t = 0; t < bare.program.threads.size(); ++t) {
          testing::check_same(test->program.threads[t], bare.program.threads[t]);
        }
        CHECK(test->program.addresses == bare.program.addresses);
        CHECK(test->program.locations == bare.program.locations);
      }
      CHECK(shown.observables == bare.observables);
      return ++compared < 60;
    });
    CHECK(compared > 0);
  }
}

TEST_CASE("making tests and going through them give the same ones", "[generate]") {
  for (const std::string& words : kinds_of_tests) {
    INFO(words);
    std::vector<std::string> made;
    for_each_test(testing::opgen_tests(words), [&](const Test& test) {
      made.push_back(test.name);
      return made.size() < 100;
    });
    std::size_t index = 0;
    bool same = true;
    for_each_make(testing::opgen_tests(words), [&](const Make& make) {
      same = same && make(Finish::bare).name == made[index];
      return ++index < made.size();
    });
    CHECK(same);
    CHECK(index == made.size());
  }
}

TEST_CASE("a test that has a condition keeps it when it is finished", "[generate]") {
  Test test;
  for_each_test(CycleTests{"PodWW Rfe PodRR Fre", {}}, [&](Test made) {
    test = std::move(made);
    return false;
  });
  testing::check_same(finished(test), test);
}

TEST_CASE("programs of exactly so many instructions", "[generate]") {
  for (const std::string& words : std::vector<std::string>{
           "--exhaustive --accesses 3 --fences 2,sc,acq_rel --placements all",
           "--exhaustive --accesses 3 --orders weak,rlx --deps addr,data,ctrl --fences 1,sc",
           "--exhaustive --threads 2 --accesses 2 --fences 1,sc --deps data --placements all",
           "--one-location --accesses 4 --atomics",
           "--family all --fences none,sc --deps none,addr,ctrl --atomics --placements gpu,cta"}) {
    INFO(words);
    std::uint64_t together = 0;
    for (std::size_t size = 1; size <= 16; ++size) {
      const Specification of_size =
          testing::opgen_tests(words + " --instructions " + std::to_string(size));
      together += count_tests(of_size);
      unsigned looked_at = 0;
      for_each_make(of_size, [&](const Make& make) {
        std::size_t instructions = 0;
        for (const Thread& thread : make(Finish::bare).program.threads) {
          instructions += thread.instructions.size();
        }
        CHECK(instructions == size);
        return ++looked_at < 40;
      });
    }
    CHECK(together == count_tests(testing::opgen_tests(words)));
  }
}

TEST_CASE("so many instructions may be so many accesses", "[generate]") {
  CHECK(count_tests(testing::opgen_tests("--exhaustive --instructions 3")) ==
        count_tests(testing::opgen_tests("--exhaustive --accesses 3")) -
            count_tests(testing::opgen_tests("--exhaustive --accesses 2")));
}

}  // namespace opexplore::generate
