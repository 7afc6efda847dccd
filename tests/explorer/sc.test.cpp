// The interleaving machine against interleaving itself.
#include "explorer/machine_entry.hpp"
#include "opmodel/machines/sc/machine.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/families.hpp"
#include "tests/explorer/interleave.hpp"
#include "tests/explorer/random_test.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/told.hpp"

using namespace opexplore;

namespace {

MachineOptions switches(unsigned bits) {
  MachineOptions options;
  options.fuse_local = (bits & 1) == 0;
  options.split_components = (bits & 2) == 0;
  options.ample_threads = (bits & 4) == 0;
  return options;
}

Answer explore_sc(const Test& test, unsigned bits = 0) {
  ExploreOptions options;
  options.machine = switches(bits);
  options.threads = 1;
  return explore_with<sc::Machine>(test, options);
}

std::set<Outcome> outcomes_of(const Answer& report) {
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : report.outcomes) outcomes.insert(outcome.values);
  return outcomes;
}

// What a switch may not change.
std::string essence(const Answer& report) {
  std::string text = report.statistics.stuck_states != 0 ? "stuck" : "";
  for (const Outcome& outcome : outcomes_of(report)) {
    for (const Value value : outcome) text += " " + std::to_string(value);
    text += ";";
  }
  return text;
}

}  // namespace

TEST_CASE("sc has the outcomes of all interleavings", "[sc][oracle]") {
  RandomTests wide(11, {3, 3, 2, false});
  RandomTests deep(13, {2, 5, 2, false});
  for (int count = 0; count < 600; ++count) {
    const Test test = count % 2 == 0 ? wide.next() : deep.next();
    const std::set<Outcome> expected = Interleaver(test).outcomes();
    for (unsigned bits = 0; bits < 8; ++bits) {
      INFO("random test " << count << " switches " << bits);
      const Answer report = explore_sc(test, bits);
      REQUIRE(outcomes_of(report) == expected);
      REQUIRE(report.statistics.stuck_states == 0);
    }
  }
}

TEST_CASE("sc: switches keep outcomes and deadlocks with barriers", "[sc][oracle]") {
  RandomTests random(12, {4, 5, 2, true});
  int stuck = 0;
  int fewer = 0;
  for (int count = 0; count < 1500; ++count) {
    const Test test = random.next();
    const Answer reference = explore_sc(test, 7);
    const std::string expected = essence(reference);
    if (reference.statistics.stuck_states != 0) ++stuck;
    for (unsigned bits = 0; bits < 7; ++bits) {
      INFO("random test " << count << " switches " << bits);
      const Answer report = explore_sc(test, bits);
      REQUIRE(essence(report) == expected);
      REQUIRE(report.statistics.states <= reference.statistics.states);
      if (report.statistics.states < reference.statistics.states) ++fewer;
    }
  }
  CHECK(stuck > 20);
  CHECK(fewer > 500);
}

TEST_CASE("sc forbids the weak outcomes and allows the others", "[sc]") {
  for (const std::string name : {"SB", "LB", "MP", "IRIW"}) {
    for (const unsigned threads : {4U, 6U}) {
      if (name == "IRIW" && threads == 6) continue;  // three readers forbid more than one outcome
      const Test test = family(name, threads);
      const Answer report = explore_sc(test);
      INFO(test.name);
      CHECK_FALSE(verdict(test, report).ok);
      CHECK(report.outcomes.size() == (std::size_t{1} << test.observables.size()) - 1);
    }
  }
}

TEST_CASE("sc: state counts follow their laws", "[sc]") {
  // Every order of n increments gives an outcome, every beginning of one a state.
  for (unsigned threads = 2; threads <= 7; ++threads) {
    const Answer report = explore_sc(family("INC", threads), 2);
    std::uint64_t factorial = 1;
    std::uint64_t arrangements = 1;  // sum of n! / k! for k = 0 … n
    for (unsigned k = 1; k <= threads; ++k) {
      factorial *= k;
      arrangements = arrangements * k + 1;
    }
    CHECK(report.outcomes.size() == factorial);
    CHECK(report.statistics.states == arrangements);
  }
}

TEST_CASE("sc: spin locks exclude, with a finite state space", "[sc]") {
  // n threads, k of them past the critical section: sum of C(n,k) (1 + 3 (n - k)). All threads
  // want one lock, so that ample threads are all of them.
  const std::vector<std::uint64_t> law{16, 44, 112, 272, 640};
  for (unsigned threads = 2; threads <= 6; ++threads) {
    const Test test = spin_lock(threads);
    const Answer report = explore_sc(test);
    CHECK(verdict(test, report).ok);
    CHECK(verdict(test, report).decided);
    CHECK(report.statistics.states == law[threads - 2]);
    CHECK(report.statistics.stuck_states == 0);
  }
}

TEST_CASE("sc: paths of SB are the interleavings", "[sc][paths]") {
  ExploreOptions options;
  options.count_paths = true;
  options.machine = switches(6);
  const auto paths = [&](unsigned threads) {
    return *explore_with<sc::Machine>(family("SB", threads), options).statistics.paths;
  };
  CHECK(paths(2) == "6");  // (2n)! / 2^n
  CHECK(paths(4) == "2520");
  CHECK(paths(8) == "81729648000");
}

TEST_CASE("sc: a barrier somebody never reaches is a deadlock", "[sc][deadlock]") {
  TestBuilder builder("deadlock");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(barrier(0));
  builder.add(barrier(1));
  builder.thread(0);
  builder.add(barrier(1));
  builder.add(barrier(0));
  builder.thread(1);
  builder.add(store(x, Value{1}));
  builder.observe(x);
  const Test test = builder.build();
  const Answer report = explore_sc(test);
  CHECK(report.outcomes.empty());
  CHECK(report.statistics.stuck_states == 1);
  REQUIRE(report.deadlock.has_value());
  CHECK(report.deadlock->steps.size() == 3);
  CHECK(told(report.deadlock_reason) ==
        "barrier 0 of cta 0,gpu 0: arrived P0, waiting P0; "
        "barrier 1 of cta 0,gpu 0: arrived P1, waiting P1");
}

TEST_CASE("sc: a thread that loops for ever is not a deadlock", "[sc][deadlock]") {
  TestBuilder builder("forever");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(store(x, Value{1}));
  builder.add(Branch{std::nullopt, Value{0}, Value{0}, 1});
  builder.thread(0);
  builder.add(store(x, Value{2}));
  builder.observe(x);
  const Test test = builder.build();
  for (unsigned bits = 0; bits < 8; ++bits) {
    const Answer report = explore_sc(test, bits);
    CHECK(report.coverage.complete());
    CHECK(report.outcomes.empty());
    CHECK(report.statistics.stuck_states == 0);
  }
}

TEST_CASE("sc: a loop too long to follow is said to be so", "[sc][limits]") {
  TestBuilder builder("long");
  const AddressId x = builder.location("x");
  builder.thread(0);
  builder.add(store(x, Value{1}));
  builder.add(Arithmetic{ArithmeticOp::add, 0, RegisterOperand{0}, Value{1}});
  builder.add(Branch{Comparison::not_equal, RegisterOperand{0}, Value{-1}, 1});
  builder.observe(x);
  const Answer report = explore_sc(builder.build());
  CHECK(report.coverage.incomplete == Incomplete::machine_bound);
  CHECK(report.coverage.reason.find("65,536") != std::string::npos);
  CHECK(report.outcomes.empty());
}

TEST_CASE("sc: traces tell what was read and written", "[sc][traces]") {
  const Test test = family("MP", 2);
  ExploreOptions options;
  options.traces = Traces::every_outcome;
  const Answer report = explore_with<sc::Machine>(test, options);
  for (const AnsweredOutcome& outcome : report.outcomes) {
    REQUIRE(outcome.trace.has_value());
    REQUIRE(outcome.trace->steps.size() == 4);
    if (outcome.values != Outcome{1, 1}) continue;
    CHECK(outcome.trace->steps[0].arguments == "writes x0=1");
    CHECK(outcome.trace->steps[3].arguments == "reads x0=1");
    CHECK(outcome.trace->steps[3].instruction == InstructionId{1});
    CHECK(outcome.trace->steps[3].reason == "memory holds 1, the value written last");
  }
}
