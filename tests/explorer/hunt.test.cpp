// Hunts: what they find is real, and a hunt that has seen all finds what the search finds.
#include "explorer/search/hunt.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "explorer/search/search.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/parts/flow.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/corpus_tests.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/random_test.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/explorer/wide_test.hpp"
#include "tests/outcome_values.hpp"

using namespace opexplore;
using namespace std::chrono_literals;

namespace {

struct Find {
  decltype(HuntFind::what) what;
  std::uint32_t changes = 0;
  std::size_t steps = 0;
};

struct Hunted {
  Answer report;
  std::vector<Find> finds;
};

Hunted hunt(const MachineEntry& machine, const Test& test, const ExploreOptions& options) {
  Hunted hunted;
  hunted.report = machine.hunt(test, options, [&](const HuntFind& find) {
    const bool traced = hunted.finds.size() < 20;
    hunted.finds.push_back({find.what, find.changes, traced ? find.trace().steps.size() : 0});
  });
  return hunted;
}

ExploreOptions bounded(std::uint64_t states) {
  ExploreOptions options;
  options.threads = 1;
  options.max_states = states;
  options.traces = Traces::every_outcome;
  return options;
}

std::set<std::pair<RacingPair, bool>> pairs(const Answer& report) {
  std::set<std::pair<RacingPair, bool>> result;
  for (const AnsweredDataRace& race : report.data_races) result.emplace(race.pair, race.in_ending);
  return result;
}

Replayed replayed(const MachineEntry& machine, const Test& test, const Answer& report,
                  const Trace& trace) {
  std::vector<Step> steps;
  for (const TraceStep& step : trace.steps) steps.push_back(step.step);
  return machine.replay(test, report.replayed_with, steps);
}

void check_traces(const MachineEntry& machine, const Test& test, const Answer& report) {
  std::size_t traced = 0;
  for (const AnsweredOutcome& outcome : report.outcomes) {
    if (!outcome.trace) continue;
    ++traced;
    const Replayed said = replayed(machine, test, report, *outcome.trace);
    CHECK(said.end == TraceEnd::final);
    CHECK(said.outcome == outcome.values);
  }
  CHECK(traced >= std::min<std::size_t>(report.outcomes.size(), 100));
  if (report.coverage.complete()) CHECK(traced == report.outcomes.size());
  for (const AnsweredDataRace& race : report.data_races) {
    REQUIRE(race.trace);
    CHECK_FALSE(replayed(machine, test, report, *race.trace).refused);
  }
  if (report.deadlock) {
    CHECK(replayed(machine, test, report, *report.deadlock).end == TraceEnd::stuck);
  }
  if (report.race) {
    const TraceEnd end = replayed(machine, test, report, *report.race).end;
    CHECK((end == TraceEnd::race || end == TraceEnd::final));  // vulkan goes on behind it
  }
}

// Each outcome, pair, race and deadlock of the report once.
void check_finds(const Hunted& hunted) {
  std::set<Outcome> outcomes;
  std::set<RacingPair> racing;
  std::size_t races = 0, deadlocks = 0;
  for (const Find& find : hunted.finds) {
    if (const auto* const outcome = std::get_if<Outcome>(&find.what)) {
      CHECK(outcomes.insert(*outcome).second);
    } else if (const auto* const pair = std::get_if<RacingPair>(&find.what)) {
      CHECK(racing.insert(*pair).second);
    } else {
      ++(std::holds_alternative<FoundRace>(find.what) ? races : deadlocks);
    }
  }
  CHECK(outcomes == outcome_values(hunted.report));
  std::set<RacingPair> reported;
  for (const AnsweredDataRace& race : hunted.report.data_races) reported.insert(race.pair);
  CHECK(racing == reported);
  CHECK(races == (hunted.report.race ? 1 : 0));
  CHECK(deadlocks == (hunted.report.deadlock ? 1 : 0));
}

// Whether some thread exchanges in a loop.
bool spins_by_writing(const Test& test) {
  return std::ranges::any_of(test.program.threads, [](const Thread& thread) {
    return has_backward_jump(thread) &&
           std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
             const auto* const atomic = std::get_if<Atomic>(&instruction.action);
             return atomic != nullptr && atomic->op == AtomicOp::exch;
           });
  });
}

// Whether both came to an end, and so were compared.
bool compare(const MachineEntry& machine, const Test& test, ExploreOptions options) {
  options.machine.races = machine.flags_data_races;
  if (machine.refusal(test, options.machine)) options.machine.races = false;
  if (machine.refusal(test, options.machine)) return false;
  INFO(test.path << ' ' << test.name << " on " << machine.name);
  const Hunted hunted = hunt(machine, test, options);
  check_finds(hunted);
  check_traces(machine, test, hunted.report);
  options.traces = Traces::none;
  const Answer searched = machine.explore(test, options);
  if (!searched.coverage.complete()) return false;
  const Verdict known = verdict(test, searched), found = verdict(test, hunted.report);
  if (!hunted.report.coverage.complete()) {
    if (found.decided) CHECK(found.ok == known.ok);
    CHECK(found.observation != Frequency::never);
    CHECK(found.observation != Frequency::always);
    return false;
  }
  CHECK(outcome_values(hunted.report) == outcome_values(searched));
  CHECK(pairs(hunted.report) == pairs(searched));
  CHECK(hunted.report.excluded_data_races == searched.excluded_data_races);
  CHECK(hunted.report.looked_for_data_races == searched.looked_for_data_races);
  // Whose trace may be another search, which a limit ends.
  CHECK(hunted.report.deadlock.has_value() == (searched.statistics.stuck_states != 0));
  CHECK(hunted.report.race.has_value() == searched.race.has_value());
  // A hunt keeps all writes, so that whoever spins by writing comes to a bound.
  if (hunted.report.endless) CHECK(searched.endless.has_value());
  if (searched.endless && !spins_by_writing(test)) CHECK(hunted.report.endless.has_value());
  CHECK(known.ok == found.ok);
  CHECK(known.decided == found.decided);
  CHECK(known.never_ends == found.never_ends);
  CHECK(known.observation == found.observation);
  return true;
}

const std::array<const char*, 8> compared_machines{"ptx", "ptx-proxy", "sc",  "tso",
                                                   "rmo", "drf0",      "cxx", "vulkan"};

std::vector<Test> hunted_corpus() {
  return testing::corpus_tests({"ptx", "races", "cxx", "vulkan"});
}

const MachineEntry& machine_called(const char* name) {
  const MachineEntry* const machine = find_machine(name);
  REQUIRE(machine != nullptr);
  return *machine;
}

Test two_increments() {
  TestBuilder builder("two increments");
  const AddressId x = builder.location("x");
  for (unsigned thread = 0; thread < 2; ++thread) {
    builder.thread();
    builder.add(load(0, x));
    builder.add(Arithmetic{ArithmeticOp::add, 0, RegisterOperand{0}, Value{1}});
    builder.add(store(x, RegisterOperand{0}));
  }
  builder.observe(x);
  builder.ask(Quantifier::not_exists, {1});
  return builder.build();
}

}  // namespace

TEST_CASE("a hunt that has seen all finds what the search finds", "[explorer][hunt][corpus]") {
  const std::vector<Test> tests = hunted_corpus();
  for (const char* const name : compared_machines) {
    const MachineEntry& machine = machine_called(name);
    std::size_t finished = 0;
    for (const Test& test : tests) finished += compare(machine, test, bounded(3000)) ? 1 : 0;
    INFO(name);
    CHECK(finished > 20);
  }
}

TEST_CASE("hunts find what the search finds on random programs", "[explorer][hunt][random]") {
  for (const bool barriers : {false, true}) {
    RandomTests tests(barriers ? 2501 : 2502, {.barriers = barriers});
    std::size_t finished = 0;
    for (unsigned count = 0; count < 60; ++count) {
      const Test test = tests.next();
      for (const char* const name : {"ptx", "ptx-proxy", "sc", "tso", "rmo", "drf0"}) {
        finished += compare(machine_called(name), test, bounded(20'000)) ? 1 : 0;
      }
    }
    CHECK(finished > 150);
  }
}

TEST_CASE("a finished hunt has the states of the search", "[explorer][hunt]") {
  for (const char* const name : {"sc", "tso", "rmo", "gpu-queues"}) {
    INFO(name);
    const MachineEntry& machine = machine_called(name);
    const Test test = two_increments();
    const Statistics hunted = hunt(machine, test, {}).report.statistics;
    const Statistics searched = machine.explore(test, {}).statistics;
    CHECK(hunted.states == searched.states);
    CHECK(hunted.transitions == searched.transitions);
    CHECK(hunted.final_states == searched.final_states);
  }
}

TEST_CASE("a hunt has outcomes where the search has none yet", "[explorer][hunt]") {
  const Test test = wide_test();
  for (const char* const name : {"ptx", "ptx-proxy", "sc", "tso", "rmo"}) {
    INFO(name);
    const MachineEntry& machine = machine_called(name);
    ExploreOptions options = bounded(1500);
    CHECK(machine.explore(test, options).outcomes.empty());
    const Hunted hunted = hunt(machine, test, options);
    CHECK(hunted.report.coverage.incomplete == Incomplete::states);
    CHECK(hunted.report.coverage.reason == "stopped at the limit of 1500 states");
    CHECK(hunted.report.statistics.states == 1500);
    CHECK(hunted.report.outcomes.size() >= 20);
    CHECK_FALSE(verdict(test, hunted.report).decided);
    CHECK(verdict(test, hunted.report).observation == Frequency::undecided);
    check_traces(machine, test, hunted.report);
  }
}

TEST_CASE("hunts are the same each time, however many threads there are", "[explorer][hunt]") {
  const MachineEntry& machine = machine_called("ptx");
  ExploreOptions options = bounded(1500);
  const Hunted first = hunt(machine, wide_test(), options);
  options.threads = 4;
  const Hunted second = hunt(machine, wide_test(), options);
  CHECK(text_of(first.report) == text_of(second.report));
  REQUIRE(first.finds.size() == second.finds.size());
  for (std::size_t index = 0; index < first.finds.size(); ++index) {
    CHECK(std::get<Outcome>(first.finds[index].what) ==
          std::get<Outcome>(second.finds[index].what));
    CHECK(first.finds[index].changes == second.finds[index].changes);
  }
}

TEST_CASE("what takes few changes of the thread is found first", "[explorer][hunt]") {
  const Hunted hunted = hunt(machine_called("sc"), two_increments(), {});
  REQUIRE(hunted.finds.size() == 2);
  CHECK(std::get<Outcome>(hunted.finds[0].what) == Outcome{2});
  CHECK(hunted.finds[0].changes == 0);
  CHECK(std::get<Outcome>(hunted.finds[1].what) == Outcome{1});
  CHECK(hunted.finds[1].changes == 1);
  CHECK(hunted.finds[1].steps == 4);
  // Neither of the two has to be seen to know the verdict.
  ExploreOptions verdict_only;
  verdict_only.verdict_only = true;
  const Answer found = hunt(machine_called("sc"), two_increments(), verdict_only).report;
  CHECK(found.coverage.stopped_at_verdict);
  CHECK(verdict(two_increments(), found).decided);
}

TEST_CASE("a loop that writes does not keep a hunt", "[explorer][hunt]") {
  // P0 exchanges until it reads what P1 writes: each failure is a write more.
  TestBuilder builder("exchanges");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(Atomic{{x, Proxy::generic, Order::relaxed, Scope::sys, {}, {}},
                     AtomicOp::exch,
                     0,
                     Value{1},
                     Value{0}});
  builder.add(Branch{Comparison::not_equal, RegisterOperand{0}, Value{2}, 0});
  builder.thread();
  builder.add(store(x, Value{2}));
  builder.observe(0, 0);
  builder.ask(Quantifier::exists, {2});
  const Hunted hunted = hunt(machine_called("ptx"), builder.build(), bounded(20'000));
  CHECK(outcome_values(hunted.report) == std::set<Outcome>{{2}});
}

TEST_CASE("limits and interruptions end a hunt", "[explorer][hunt][limits]") {
  const MachineEntry& machine = machine_called("ptx");
  const Test test = wide_test();
  ExploreOptions options;
  options.traces = Traces::every_outcome;
  std::size_t asked = 0;
  options.interrupted = [&asked] { return ++asked > 20; };
  const Hunted interrupted = hunt(machine, test, options);
  CHECK(interrupted.report.coverage.incomplete == Incomplete::interrupted);
  CHECK(asked == 21);
  CHECK_FALSE(interrupted.report.outcomes.empty());
  check_traces(machine, test, interrupted.report);

  options.interrupted = {};
  options.timeout = 50ms;
  const Answer late = hunt(machine, test, options).report;
  CHECK(late.coverage.incomplete == Incomplete::time);
  CHECK(late.coverage.reason == "stopped at the time limit of 50 milliseconds");

  options.timeout = {};
  options.max_memory = 3'000'000;
  const Answer full = hunt(machine, test, options).report;
  CHECK(full.coverage.incomplete == Incomplete::memory);
  CHECK(full.statistics.states > 1000);
  CHECK_FALSE(full.outcomes.empty());
}

TEST_CASE("hunts in toy machines meet traps, bounds and races", "[explorer][hunt]") {
  const Test test = question(Quantifier::exists, {0, 0});
  std::size_t finds = 0;
  const HuntSink count = [&](const HuntFind&) { ++finds; };
  const Answer trapped = hunt_with<toy::Corridor>(toy::Corridor{9, true}.sized(test), {}, count);
  CHECK(trapped.coverage.complete());
  CHECK(trapped.deadlock_reason == "the number is unlucky");
  CHECK(finds == 2);
  const Answer bound =
      hunt_with<toy::Corridor>(toy::Corridor{9, false, true}.sized(test), {}, count);
  CHECK(bound.coverage.incomplete == Incomplete::machine_bound);
  CHECK(bound.outcomes.size() == 1);
  const Answer racing = hunt_with<toy::Racer>(toy::Racer{6}.sized(test), {}, count);
  CHECK(racing.race_reason == explore_toy(toy::Racer{6}).race_reason);
  CHECK(racing.statistics.racy_states == 3);
}

TEST_CASE("what a hunt has found is added to a report", "[explorer][hunt]") {
  const MachineEntry& machine = machine_called("ptx");
  const Test test = wide_test();
  ExploreOptions options = bounded(1500);
  Answer report = machine.explore(test, options);
  Answer hunted = machine.hunt(test, options, {});
  const std::set<Outcome> found = outcome_values(hunted);
  const auto retrace = [&](std::span<const Step> steps) {
    return machine.replay(test, report.replayed_with, steps);
  };
  add_found(report, std::move(hunted), retrace);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(outcome_values(report) == found);
  CHECK(std::ranges::is_sorted(report.outcomes, {}, &AnsweredOutcome::values));
  check_traces(machine, test, report);
}
