// Whole runs of suites on GPUs that are played by the test: which tests run where and for how long,
// and what becomes of the counts.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>

#include "hardware/device/measuring.hpp"
#include "hardware/device/suite_run.hpp"
#include "hardware/result_json.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/built_suite.hpp"
#include "tests/hardware/emulated_litmus.hpp"
#include "tests/hardware/fake_gpu.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using testing::built_suite;
using testing::FakeGpu;
using testing::Folder;
using testing::message_passing;
using testing::record;

namespace {

using Status = Result::Status;

// Environments that a kernel can tell apart: number n has n + 1 targets of stress.
std::vector<Environment> environments(std::uint32_t count) {
  std::vector<Environment> result;
  for (std::uint32_t i = 0; i < count; ++i) {
    Environment environment = standard_environment();
    environment[Knob::stress_targets] = i + 1;
    result.push_back(environment);
  }
  return result;
}

std::uint32_t number_of(const Launch& launch) { return launch.stress_targets - 1; }

// Counts all instances, `weak` of them as what MP asks for.
void show(const Launch& launch, std::uint64_t weak) {
  launch.counters->executed += launch.instances;
  record(launch, {1, 0}, weak);
  record(launch, {1, 1}, launch.instances - weak);
}

// Launches take a millisecond.
RunOptions options_of(FakeGpu& fake, std::uint32_t count) {
  RunOptions options;
  options.environments = environments(count);
  options.seconds = 0.004;
  options.final_seconds = 0;
  options.warm_up_seconds = 0.002;
  options.seed = 5;
  options.silence = std::chrono::minutes(5);
  options.command = "a test";
  options.driver = [&fake] { return fake.driver(); };
  return options;
}

std::uint64_t total(const Result& result, const Outcome& values) {
  const auto found = std::ranges::find(result.outcomes, values, &SeenOutcome::values);
  return found == result.outcomes.end() ? 0 : found->count;
}

// That the sums agree; a reader of the file demands the same.
void check_result_books(const Result& result) {
  CHECK_NOTHROW(read_results(result_line(result), "result"));
  std::uint64_t executed = 0;
  std::uint64_t launches = 0;
  for (const EnvironmentResult& run : result.environments) {
    executed += run.executed;
    launches += run.launches;
  }
  CHECK(executed == result.executed);
  CHECK(launches == result.launches);
}

}  // namespace

TEST_CASE("run: counts, by environment and in all", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  fake.kernel = [](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name == "check") show(launch, 10 * number_of(launch));
  };
  const std::vector<Result> results = run_suite(suite, options_of(fake, 3));
  REQUIRE(results.size() == 1);
  const Result& result = results[0];
  CHECK(result.status == Status::ok);
  CHECK(result.reason.empty());
  CHECK(result.seed == 5);
  CHECK(result.command == "a test");
  CHECK(result.started.size() == 20);
  CHECK(result.device->name == "Fake GPU");
  REQUIRE(result.environments.size() == 3);
  CHECK(result.environments[0].counts[0] == 0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const EnvironmentResult& run = result.environments[i];
    CHECK(run.id == i);
    CHECK(run.environment[Knob::stress_targets] == i + 1);
    CHECK(run.seconds >= 0.004);
    CHECK(run.launches > 0);
    CHECK(run.counts[0] == run.launches * 10 * i);
    CHECK(run.executed == run.counts[0] + run.counts[1]);
  }
  CHECK(total(result, {1, 0}) ==
        result.environments[1].counts[0] + result.environments[2].counts[0]);
  // What shows weak behaviour is rare, so all samples are kept: in launches of environment 1, 2.
  const SeenOutcome& weak = result.outcomes[0];
  CHECK(weak.launches == result.environments[1].launches + result.environments[2].launches);
  REQUIRE_FALSE(weak.samples.empty());
  CHECK(weak.samples[0].environment == 1);
  CHECK(weak.samples[0].launch == result.environments[0].launches + 1);
  CHECK(weak.samples[0].multiprocessor == std::vector<std::uint32_t>{10, 11});
  CHECK(result.outcomes[1].samples.size() == 4);
  check_result_books(result);
}

TEST_CASE("run: the end is in the environment where the sibling was weak", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP+sc", "fence.sc.gpu")});
  REQUIRE(suite.entries.size() == 2);
  CHECK(run_order(suite) == std::vector<std::size_t>{1, 0});  // the sibling comes first
  FakeGpu fake;
  // The sibling is weak in environment 2 most; the fenced test shows more outcomes in number 0.
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    const bool sibling = fake.calls["cuModuleLoadData"] == 1;
    const std::uint32_t number = number_of(launch);
    if (sibling) {
      show(launch, number == 2 ? 50 : number);
    } else {
      launch.counters->executed += launch.instances;
      record(launch, {1, 1}, launch.instances - 1);
      record(launch, {0, number == 0 ? 0U : 1U}, 1);
    }
  };
  RunOptions options = options_of(fake, 4);
  options.final_seconds = 0.05;
  CHECK(estimated_seconds(suite, options) == Approx(2 * (4 * 0.004 + 0.05) + 0.002));
  const std::vector<Result> results = run_suite(suite, options);
  for (const Result& result : results) {
    INFO(result.test.name);
    REQUIRE(result.environments.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK((result.environments[i].seconds > 0.05) == (i == 2));
    }
    check_result_books(result);
  }
  CHECK(best_environment(results[1])->id == 2);
  CHECK(sought(results[1], results[1].environments[2]) > 0);
}

TEST_CASE("run: a sibling that the compiler changed chooses nothing", "[hardware]") {
  const Folder folder;
  Suite suite = built_suite(folder, {message_passing("MP+sc", "fence.sc.gpu")});
  REQUIRE(suite.entries.size() == 2);
  Survival changed;
  changed.verdict = Survival::Verdict::reordered;
  suite.entries[1].result.toolchain->roles = {changed, changed};
  FakeGpu fake;
  // The sibling is weak in environment 2, where nothing is known of the chip; the test is in 1.
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    const std::uint32_t weak = fake.calls["cuModuleLoadData"] == 1 ? 2 : 1;
    show(launch, number_of(launch) == weak ? 50 : 0);
  };
  RunOptions options = options_of(fake, 4);
  options.final_seconds = 0.05;
  const std::vector<Result> results = run_suite(suite, options);
  CHECK(results[1].environments[2].seconds > 0.05);
  CHECK(results[0].environments[1].seconds > 0.05);
  CHECK(results[0].environments[2].seconds < 0.05);
}

TEST_CASE("run: a long one tells whether its rates stayed the same", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  bool steady = true;
  fake.milliseconds = 30;  // each batch is one launch
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    const std::uint64_t late = launch.number / 20;
    if (name == "check") show(launch, (steady ? 0 : 7 * late) + launch.number % 3);
  };
  RunOptions options = options_of(fake, 1);
  options.final_seconds = 3;
  const Result same = run_suite(suite, options).front();
  steady = false;
  const Result different = run_suite(suite, options).front();
  REQUIRE(same.stationarity);
  REQUIRE(different.stationarity);
  CHECK(*same.stationarity > 0.5);
  CHECK(*different.stationarity < 0.05);
  CHECK(same.launches == different.launches);
}

TEST_CASE("run: the same seed gives the same launches", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  // What is random in a launch becomes an outcome.
  fake.kernel = [](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    launch.counters->executed += 1;
    record(launch, {launch.stress_target[0], launch.role[1].cta}, 1);
  };
  const auto outcomes = [&](std::uint64_t seed) {
    RunOptions options = options_of(fake, 2);
    options.seed = seed;
    return run_suite(suite, options).front().outcomes;
  };
  const std::vector<SeenOutcome> first = outcomes(1);
  CHECK(first.size() > 2);
  CHECK(outcomes(1) == first);
  CHECK(outcomes(2) != first);
}

TEST_CASE("run: what was lost is in the status", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  Counters each;
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    launch.counters->executed += each.executed;
    launch.counters->not_run += each.not_run;
    launch.counters->out_of_bound += each.out_of_bound;
    launch.counters->overflow += each.overflow;
    record(launch, {0, 0}, each.executed - each.overflow);
  };
  const auto run = [&] { return run_suite(suite, options_of(fake, 1)).front(); };
  SECTION("nothing") {
    each.executed = 7;
    each.out_of_bound = 2;
    const Result result = run();
    CHECK(result.status == Status::ok);
    CHECK(result.executed == 9 * result.launches);
    CHECK(result.out_of_bound == 2 * result.launches);
  }
  SECTION("outcomes") {
    each.executed = 7;
    each.overflow = 3;
    const Result result = run();
    CHECK(result.status == Status::incomplete);
    CHECK(result.overflow == 3 * result.launches);
    CHECK(result.reason.find("no room") != std::string::npos);
  }
  SECTION("instances") {
    each.executed = 7;
    each.not_run = 1;
    const Result result = run();
    CHECK(result.status == Status::failed);
    CHECK(result.not_run == result.launches);
  }
  SECTION("everything") {
    const Result result = run();
    CHECK(result.status == Status::failed);
    CHECK(result.reason.find("nothing was executed") == 0);
  }
}

TEST_CASE("run: an error ends a test, and the next one runs", "[hardware]") {
  const Folder folder;
  const Suite suite =
      built_suite(folder, {message_passing("MP"), message_passing("MP+sc", "fence.sc.gpu")});
  REQUIRE(suite.entries.size() == 2);
  FakeGpu fake;
  bool hangs = false;
  // In the first test, in the second environment.
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    show(launch, 3);
    if (number_of(launch) != 1 || folder.has("once")) return;
    folder.add("once", "");  // what one child does, the next one knows from files alone
    while (hangs) pause();
    fake.failures["cuEventSynchronize"] = 700;
  };
  RunOptions options = options_of(fake, 3);
  SECTION("of the driver") {
    const std::vector<Result> results = run_suite(suite, options);
    CHECK(results[0].status == Status::failed);
    CHECK(results[0].reason ==
          "cuEventSynchronize: CUDA_ERROR_MADE_UP (700): the test wants it so");
    CHECK(results[0].environments.size() == 1);  // what was told before
    CHECK(results[0].executed > 0);
    CHECK(results[1].status == Status::ok);
    CHECK(results[1].environments.size() == 3);
    for (const Result& result : results) check_result_books(result);
  }
  SECTION("a kernel that does not end") {
    hangs = true;
    options.silence = std::chrono::seconds(5);
    const Result result = run_suite(suite, options).front();
    CHECK(result.status == Status::timed_out);
    CHECK(result.reason == "no answer from the GPU for 5.0 s");
    CHECK(result.environments.size() == 1);
    check_result_books(result);
  }
}

TEST_CASE("run: a GPU that the suite is not for", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  const RunOptions options = options_of(fake, 1);
  fake.attributes[cuda::compute_capability_major] = 8;
  fake.attributes[cuda::compute_capability_minor] = 6;
  CHECK_THROWS_AS(run_suite(suite, options), UnusableGpu);
  CHECK_THROWS_WITH(run_suite(suite, options),
                    "the suite is built for sm_90, and Fake GPU is sm_86; generate it with --arch "
                    "sm_86");
  fake.devices = 0;
  CHECK_THROWS_AS(run_suite(suite, options), NoDevice);
}

TEST_CASE("run: tests that cannot be run stay as they are", "[hardware]") {
  const Folder folder;
  const Test texture = read(
      "PTX tex\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n fence.proxy.texture ;\n"
      " ld.weak r0, x ;\nexists (0:r0=0)",
      "tex");
  const Test alias = read(
      "PTX alias\n{ x = 0; xa @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n"
      " ld.weak r0, xa ;\nexists (0:r0=0)",
      "alias");
  const Suite suite = built_suite(folder, {texture, alias});
  FakeGpu fake;
  fake.attributes[cuda::virtual_memory_management_supported] = 0;
  std::vector<std::size_t> finished;
  RunOptions options = options_of(fake, 1);
  options.finished = [&](std::size_t entry, const Result&) { finished.push_back(entry); };
  const std::vector<Result> results = run_suite(suite, options);
  REQUIRE(results.size() == suite.entries.size());
  for (const Result& result : results) {
    INFO(result.test.name);
    const bool relaxed = result.test.name == "tex+relaxed";  // without the fence it can be run
    CHECK((result.status == Status::unsupported) == !relaxed);
    CHECK(result.device.has_value() == (result.test.name != "tex"));
    if (result.test.name == "alias") CHECK(result.reason == "the GPU has no virtual aliases");
  }
  CHECK(finished == run_order(suite));
}

TEST_CASE("run: an interruption keeps what was counted", "[hardware]") {
  const Folder folder;
  const Suite suite =
      built_suite(folder, {message_passing("MP"), message_passing("MP+sc", "fence.sc.gpu")});
  FakeGpu fake;
  bool stop = false;  // the child's own after the fork; the parent's is set by what it hears
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name != "check") return;
    std::signal(SIGTERM, SIG_IGN);  // comes when the parent knows; this child does already
    show(launch, 3);
    if (number_of(launch) == 1) stop = true;
  };
  RunOptions options = options_of(fake, 3);
  options.interrupted = [&] { return stop; };
  options.finished = [&](std::size_t, const Result&) { stop = true; };
  const std::vector<Result> results = run_suite(suite, options);
  CHECK(results[0].status == Status::incomplete);
  CHECK(results[0].reason == "interrupted");
  CHECK(results[0].environments.size() == 2);
  CHECK(results[1].status == Status::not_run);
  CHECK(results[1].reason == "interrupted");
  for (const Result& result : results) check_result_books(result);
}

namespace {

struct AtomicMessagePassing {
  using Word = std::uint32_t;
  static constexpr std::uint32_t roles = 2, addresses = 2, locations = 2, observables = 2;
  static std::atomic_ref<Word> at(std::uint64_t slot) {
    return std::atomic_ref(*reinterpret_cast<Word*>(slot));
  }
  template <class Observed>
  static bool play(std::uint32_t role, const std::uint64_t* slots, Word, Observed& observed) {
    if (role == 0) {
      at(slots[0]).store(1);
      at(slots[1]).store(1);
    } else {
      observed.put(0, at(slots[1]).load());
      observed.put(1, at(slots[0]).load());
    }
    return false;
  }
};

}  // namespace

TEST_CASE("run: the kernels themselves, on the emulated device", "[hardware]") {
  const Folder folder;
  const Suite suite = built_suite(folder, {message_passing("MP")});
  FakeGpu fake;
  fake.kernel = [](const std::string& name, const Launch& launch,
                   const FakeGpu::LaunchShape& shape) {
    testing::run_emulated(shape.ctas, shape.threads, shape.shared_bytes, [&] {
      if (name == "litmus") run_roles<AtomicMessagePassing>(launch);
      if (name == "check") count_outcomes<AtomicMessagePassing>(launch);
      if (name == "reset") reset_locations<AtomicMessagePassing>(launch);
    });
  };
  RunOptions options = options_of(fake, 0);
  for (std::uint32_t i = 0; i < 4; ++i) {
    Environment environment = testing::mild(fuzzed_environment(3, i));
    environment[Knob::warps] = 2;
    environment[Knob::testing_warps] = 1 + i % 2;
    options.environments.push_back(environment);
  }
  options.warm_up_seconds = 0;
  const Result result = run_suite(suite, options).front();
  CHECK(result.status == Status::ok);
  CHECK(result.not_run == 0);
  CHECK(result.executed > 0);
  CHECK(result.environments.size() == 4);
  CHECK(total(result, {1, 0}) == 0);  // x86 forbids it
  std::uint64_t seen = 0;
  for (const SeenOutcome& outcome : result.outcomes) seen += outcome.count;
  CHECK(seen == result.executed);
  check_result_books(result);
}
