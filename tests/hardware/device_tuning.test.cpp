// Environments: read from files, scored, and searched for.
#include <cmath>
#include <set>

#include "hardware/device/environment_file.hpp"
#include "hardware/device/tuning.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"
#include "tests/hardware/fake_gpu.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using testing::built_suite;
using testing::FakeGpu;
using testing::Folder;
using testing::message_passing;

namespace {

std::string refusal(const std::string& text) {
  try {
    parse_environments(text, "envs.json");
  } catch (const InputError& error) {
    CHECK(error.path == "envs.json");
    CHECK(error.line == 1);
    return std::to_string(error.column) + ' ' + error.message;
  }
  return "";
}

std::string listing(const std::string& environments) {
  return R"({"schema": "opexplore-environments/1", "environments": )" + environments + "}";
}

// The more targets of stress, the more weak outcomes; the warps must be few.
std::uint64_t weak_instances(const Launch& launch) {
  return launch.stress_targets * (launch.warps <= 4 ? 4U : 1U);
}

TuneOptions options_of(FakeGpu& fake) {
  fake.kernel = [](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    launch.counters->executed += launch.instances;
    testing::record(launch, {1, 0}, weak_instances(launch));
    testing::record(launch, {0, 0}, launch.instances - weak_instances(launch));
  };
  TuneOptions options;
  options.random = 8;
  options.best = 2;
  options.neighbours = 5;
  options.seconds = 0.002;
  options.final_seconds = 0.004;
  options.run.seed = 9;
  options.run.warm_up_seconds = 0;
  options.run.silence = std::chrono::minutes(5);
  options.run.driver = [&fake] { return fake.driver(); };
  return options;
}

}  // namespace

TEST_CASE("environments: a file keeps what is written to it", "[hardware]") {
  std::vector<ScoredEnvironment> written;
  for (std::uint32_t i = 0; i < 5; ++i) {
    written.push_back({fuzzed_environment(7, i), {i, 0.5 * i}});
  }
  const std::vector<Environment> read = parse_environments(environments_text(written), "x");
  REQUIRE(read.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(read[i] == written[i].environment);
}

TEST_CASE("environments: what is left out has its standard value", "[hardware]") {
  const auto read = parse_environments(
      listing(R"([{"params": {}}, {"params": {"warps": 16, "stride": 64}, "remark": "mine"}])"),
      "x");
  REQUIRE(read.size() == 2);
  CHECK(read[0] == standard_environment());
  Environment expected = standard_environment();
  expected[Knob::warps] = 16;
  expected[Knob::stride] = 64;
  CHECK(read[1] == expected);
}

TEST_CASE("environments: a wrong file is refused with the place", "[hardware]") {
  CHECK(refusal("{").starts_with("2 this is no JSON: "));
  CHECK(refusal("{\"schema\": 1e999}").starts_with("12 the number 1e999 is too large"));
  CHECK(refusal("[]") == "1 expected an object, found []");
  CHECK(refusal("{}") == "1 `schema` is missing");
  CHECK(refusal(R"({"schema": "other/1"})") ==
        "12 schema: expected \"opexplore-environments/1\", found \"other/1\"");
  CHECK(refusal(listing("[]")) ==
        "56 environments: expected a list with at least one environment, found []");
  CHECK(refusal(listing("[3]")) == "57 environments[0]: expected an object, found 3");
  CHECK(refusal(listing("[{}]")) == "57 environments[0]: `params` is missing");
  CHECK(refusal(listing(R"([{"params": []}])")) ==
        "68 environments[0].params: expected an object with parameters, found []");
  CHECK(refusal(listing(R"([{"params": {}}, {"params": {"wraps": 3}}])")) ==
        "94 environments[1].params: there is no parameter 'wraps'");
  for (const std::string value : {"-1", "1.5", "\"4\"", "4294967296"}) {
    CHECK(refusal(listing(R"([{"params": {"warps": )" + value + "}}]")) ==
          "78 environments[0].params.warps: expected a whole number from 0, found " + value);
  }
  CHECK(refusal(listing(R"([{"params": {"lanes": 5}}])")) ==
        "57 environments[0]: lanes is 5, and must be a power of two");
  CHECK_THROWS_AS(read_environments("/nonexistent/envs.json"), InputError);
}

TEST_CASE("tune: a score counts tests first", "[hardware]") {
  const Test test = message_passing("MP");
  const auto result = [&](std::vector<std::uint64_t> counts) {
    Result one;
    one.test = test;
    one.outcomes = {{{0, 0}, 100, 1, {}}, {{1, 0}, 100, 1, {}}};
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
      EnvironmentResult run;
      run.id = i;
      run.seconds = 2;
      run.counts = {50, counts[i]};
      one.environments.push_back(run);
    }
    return one;
  };
  const std::vector<Result> results{result({3, 198, 0}), result({3, 2, 0})};
  const std::vector<Score> found = scores(results, 3);
  REQUIRE(found.size() == 3);
  CHECK(found[0].tests == 2);
  CHECK(found[0].rates == Approx(2 * std::log10(2.5)));
  CHECK(found[1].tests == 1);
  CHECK(found[1].rates == Approx(2 + std::log10(2)));
  CHECK(found[2] == Score{});
  CHECK(found[0] > found[1]);
  CHECK(found[1] > found[2]);
}

TEST_CASE("tune: neighbours are near, usable, and always the same", "[hardware]") {
  std::set<std::array<std::uint32_t, knobs>> different;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Environment base = fuzzed_environment(1, i % 7);
    const Environment other = neighbour(base, 4, i);
    CHECK_FALSE(problem(other));
    CHECK(other == neighbour(base, 4, i));
    int changed = 0;
    for (std::size_t knob = 0; knob < knobs; ++knob) {
      if (other.values[knob] != base.values[knob]) ++changed;
    }
    CHECK(changed <= 4);  // three, and testing_warps where there are fewer warps
    different.insert(other.values);
  }
  CHECK(different.size() > 100);
}

TEST_CASE("tune: tests that are the fenced form of another tell nothing", "[hardware]") {
  const Folder folder;
  const Suite suite =
      built_suite(folder, {message_passing("MP"), message_passing("MP+sc", "fence.sc.gpu")});
  const Suite telling = telling_tests(suite);
  REQUIRE(telling.entries.size() == 1);
  CHECK(telling.entries[0].result.test.name == "MP");
  TuneOptions options;
  CHECK(estimated_seconds(suite, options) == Approx((60 + 36) * 0.1 + 6 * 1.0 + 3 * 0.5));
}

TEST_CASE("tune: the search ends with the best, best first", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  const TuneOptions options = options_of(fake);
  const std::vector<ScoredEnvironment> found = tune(suite, options);
  REQUIRE(found.size() == 2);
  CHECK_FALSE(found[0].score < found[1].score);
  const auto worth = [](const Environment& environment) {
    return environment[Knob::stress_targets] * (environment[Knob::warps] <= 4 ? 4U : 1U);
  };
  std::uint32_t best_random = 0;
  for (std::uint32_t i = 0; i < options.random; ++i) {
    best_random = std::max(best_random, worth(fuzzed_environment(9, i)));
  }
  CHECK(worth(found[0].environment) >= best_random);
  CHECK(found[0].score.tests == 1);
  const std::vector<ScoredEnvironment> again = tune(suite, options);
  CHECK(again[0].environment == found[0].environment);
  CHECK(again[1].environment == found[1].environment);
}
