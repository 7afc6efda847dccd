// Searches that stop before their end: what they report, and that it is the same for
// any number of threads.
#include "explorer/limits.hpp"

#include <chrono>

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/same_report.hpp"

using namespace opexplore;
using namespace std::chrono_literals;

TEST_CASE("a bound of the machine makes the report incomplete", "[explorer][limits]") {
  const Answer report = explore_toy(toy::Corridor{9, false, true});
  CHECK(report.coverage.incomplete == Incomplete::machine_bound);
  CHECK(report.coverage.reason == "numbers above two are too much");
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].values == Outcome{100, 100});
  CHECK(report.statistics.states == 5);  // 0, 1, 2, 3, 100
  CHECK(report.statistics.stuck_states == 0);
}

TEST_CASE("the limit of states is exact and the same for all threads", "[explorer][limits]") {
  const toy::Grid machine{6, 7};  // 262,144 states
  ExploreOptions options = with_threads(1);
  options.max_states = 100000;
  const Answer report = explore_toy(machine, options);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(report.coverage.reason == "stopped at the limit of 100000 states");
  CHECK(report.statistics.states == 100000);
  for (const unsigned threads : {2U, 16U}) {
    options.threads = threads;
    CHECK(text_of(explore_toy(machine, options)) == text_of(report));
  }
}

TEST_CASE("a limit that is just enough is no limit", "[explorer][limits]") {
  ExploreOptions options;
  options.max_states = 1296;
  CHECK(explore_toy(toy::Grid{4, 5}, options).coverage.complete());
  options.max_states = 1295;
  CHECK(explore_toy(toy::Grid{4, 5}, options).coverage.incomplete == Incomplete::states);
}

TEST_CASE("final states that were stored count although a limit struck", "[explorer][limits]") {
  ExploreOptions options;
  options.max_states = 4;  // 0, 1, 2, 100
  const Answer report = explore_toy(toy::Corridor{9}, options);
  CHECK(report.coverage.incomplete == Incomplete::states);
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].values == Outcome{100, 100});
}

TEST_CASE("the memory limit is kept, the same for all threads", "[explorer][limits]") {
  const toy::Grid machine{6, 7};
  ExploreOptions options = with_threads(1);
  options.max_memory = 3000000;
  const Answer report = explore_toy(machine, options);
  CHECK(report.coverage.incomplete == Incomplete::memory);
  CHECK(report.coverage.reason == "stopped at the memory limit of 3000000 bytes");
  CHECK(report.statistics.memory_bytes <= 3000000);
  CHECK(report.statistics.states > 10000);
  options.threads = 4;
  CHECK(text_of(explore_toy(machine, options)) == text_of(report));
}

TEST_CASE("paths are not counted beyond the memory limit", "[explorer][limits][paths]") {
  const toy::Grid machine{4, 5};
  ExploreOptions options;
  options.max_memory = explore_toy(machine, options).statistics.memory_bytes;
  options.count_paths = true;
  const Answer report = explore_toy(machine, options);
  CHECK(report.coverage.complete());
  CHECK_FALSE(report.statistics.paths.has_value());
  *options.max_memory *= 3;
  CHECK(explore_toy(machine, options).statistics.paths.has_value());
}

TEST_CASE("time and interruptions stop the search", "[explorer][limits]") {
  const toy::Grid endless{12, 9};  // 10^12 states
  for (const unsigned threads : {1U, 2U}) {
    ExploreOptions options = with_threads(threads);
    options.timeout = 50ms;
    const Answer late = explore_toy(endless, options);
    CHECK(late.coverage.incomplete == Incomplete::time);
    CHECK(late.coverage.reason == "stopped at the time limit of 50 milliseconds");
    CHECK(late.statistics.seconds < 5);
    CHECK(late.statistics.states > 100);

    options = with_threads(threads);
    int asked = 0;
    options.interrupted = [&asked] { return ++asked > 20; };
    const Answer interrupted = explore_toy(endless, options);
    CHECK(interrupted.coverage.incomplete == Incomplete::interrupted);
    CHECK(interrupted.statistics.states > 100);
  }
}

TEST_CASE("progress comes a few times per second", "[explorer][limits]") {
  ExploreOptions options = with_threads(2);
  options.timeout = 900ms;
  std::vector<Progress> seen;
  options.progress = [&seen](const Progress& progress) { seen.push_back(progress); };
  explore_toy(toy::Grid{12, 9}, options);
  CHECK(seen.size() >= 1);
  CHECK(seen.size() <= 4);
  CHECK(seen.at(0).seconds >= 0.25);
  CHECK(seen.at(0).distinct > 0);
  CHECK(seen.at(0).generated >= seen.at(0).distinct - 1);
}
