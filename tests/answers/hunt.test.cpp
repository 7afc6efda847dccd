// Hunts in the place of a search and beside one. No clock decides: searches end when the hunt has
// found something.
#include "answers/hunt.hpp"

#include <atomic>
#include <chrono>

#include "answers/ask.hpp"
#include "litmus/language/dialect.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/families.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/explorer/wide_test.hpp"

using namespace opexplore;
using namespace std::chrono_literals;

namespace {

// A search that goes on until the hunt beside it has found so much.
struct HuntedSearch {
  std::atomic<unsigned> finds{0};
  ExploreOptions explore;
  HuntOptions hunt{Hunt::beside, 0ms, {}};

  explicit HuntedSearch(unsigned enough) {
    explore.threads = 1;
    explore.traces = Traces::witness;
    explore.interrupted = [this, enough] { return finds >= enough; };
    hunt.found = [this](const HuntFind&) { ++finds; };
  }
};

}  // namespace

TEST_CASE("a search that is cut shows what the hunt beside it has found", "[answers][hunt]") {
  const Test test = wide_test();
  const ChosenMachine machine = chosen_machine("ptx", {});
  HuntedSearch searched(50);
  searched.explore.traces = Traces::every_outcome;
  const Answer report = explored_with(machine, test, searched.explore, searched.hunt);
  CHECK(report.coverage.incomplete == Incomplete::interrupted);
  CHECK(report.outcomes.size() >= 50);
  std::size_t traced = 0;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (!outcome.trace) continue;
    ++traced;
    std::vector<Step> steps;
    for (const TraceStep& step : outcome.trace->steps) steps.push_back(step.step);
    CHECK(machine.entry->replay(test, report.replayed_with, steps).outcome == outcome.values);
  }
  CHECK(traced >= 50);
}

TEST_CASE("a search that ends stands alone, whatever was hunted", "[answers][hunt]") {
  const ChosenMachine machine = chosen_machine("ptx", {});
  for (const Test& test : {family("SB", 4), family("IRIW", 4)}) {
    HuntedSearch searched(1'000'000);
    const Answer alone = explored_with(machine, test, searched.explore, {});
    const Answer beside = explored_with(machine, test, searched.explore, searched.hunt);
    CHECK(alone.coverage.complete());
    CHECK(text_of(alone) == text_of(beside));
  }
}

TEST_CASE("a hunt begins only when the search takes long", "[answers][hunt]") {
  HuntedSearch searched(1);
  searched.explore.max_states = 500;
  searched.hunt.after = 1h;
  const Answer report =
      explored_with(chosen_machine("ptx", {}), wide_test(), searched.explore, searched.hunt);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(report.outcomes.empty());
  CHECK(searched.finds == 0);
}

TEST_CASE("the memory of a search and of the hunt beside it is limited together",
          "[answers][hunt]") {
  HuntedSearch searched(1'000'000);
  searched.explore.max_memory = 4'000'000;
  searched.hunt.after = 1h;
  const Answer report =
      explored_with(chosen_machine("ptx", {}), wide_test(), searched.explore, searched.hunt);
  CHECK(report.coverage.incomplete == Incomplete::memory);
  CHECK(report.coverage.reason == "stopped at the memory limit of 4000000 bytes");
  CHECK(report.statistics.memory_bytes <= 3'000'000);
}

TEST_CASE("kernels are hunted in beside their search, and tests are not", "[answers][hunt]") {
  const Test test = wide_test();
  const Pairing pairing{chosen_machine("ptx", {}), {}, {}};
  const kernel::Facts facts;
  for (const bool is_kernel : {false, true}) {
    HuntedSearch searched(20);
    searched.explore.max_states = is_kernel ? std::optional<std::uint64_t>() : 500;
    Question asked{pairing, test, native_dialect(Language::ptx)};
    asked.kernel = is_kernel ? &facts : nullptr;
    asked.hunt.after = 0ms;
    asked.hunt.found = searched.hunt.found;
    const auto answered = ask(asked, searched.explore);
    REQUIRE(std::holds_alternative<AnsweredTest>(answered));
    const Answer& answer = std::get<AnsweredTest>(answered).answer;
    CHECK_FALSE(answer.coverage.complete());
    CHECK(answer.outcomes.empty() != is_kernel);
    CHECK_FALSE(verdict(test, answer).decided);
  }
}

TEST_CASE("a hunt takes the place of a search", "[answers][hunt]") {
  HuntedSearch searched(1'000'000);
  searched.hunt.hunt = Hunt::alone;
  searched.explore.max_states = 1000;
  const Answer report =
      explored_with(chosen_machine("sc", {}), wide_test(), searched.explore, searched.hunt);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(report.outcomes.size() == searched.finds);
  CHECK(searched.finds > 0);
}
