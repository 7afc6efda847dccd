// Searches towards the condition, forms that are outgrown, and traces that need a second search.
#include <algorithm>
#include <filesystem>

#include "explorer/machine_entry.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/machines/sc/machine.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/families.hpp"
#include "tests/explorer/random_test.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/locations.hpp"
#include "tests/random_conditions.hpp"

using namespace opexplore;

namespace {

ExploreOptions towards_goal(unsigned threads = 1) {
  ExploreOptions options = with_threads(threads);
  options.machine.goal = true;
  return options;
}

ExploreOptions for_verdict(unsigned threads = 1) {
  ExploreOptions options = with_threads(threads);
  options.verdict_only = true;
  return options;
}

std::vector<Test> ptx_corpus() {
  std::vector<Test> tests;
  const auto folder = std::filesystem::path(testing::source_folder) / "litmus" / "ptx";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".litmus") tests.push_back(read_file(entry.path()));
  }
  return tests;
}

// The two verdicts, and what they must have in common.
void check_same(const Test& test, const Verdict& all, const Answer& report) {
  const Verdict some = verdict(test, report);
  CHECK(some.decided);
  CHECK(some.ok == all.ok);
  CHECK(some.never_ends == all.never_ends);
  if (some.observation != Frequency::undecided) CHECK(some.observation == all.observation);
}

// All final states are compared with what searches for verdicts say to random questions.
int compare_questions(const Test& test, int count, RandomConditions& questions) {
  Test bare = test;
  bare.filter.reset();
  ExploreOptions options = with_threads(1);
  options.max_states = 20000;
  const Answer whole = explore_with<sc::Machine>(bare, options);
  if (!whole.coverage.complete()) return 0;
  const std::vector<Outcome> outcomes = values_of(whole);
  for (int i = 0; i < count; ++i) {
    const Test asked = questions.next(bare, outcomes);
    INFO(test.path << ": " << condition_line(asked));
    const bool expected = expected_verdict(asked, outcomes);
    for (const ExploreOptions& directed : {towards_goal(), for_verdict()}) {
      const Answer report = explore_with<sc::Machine>(asked, directed);
      const Verdict answer = verdict(asked, report);
      CHECK(answer.decided);
      CHECK(answer.ok == expected);
      CHECK(answer.never_ends == outcomes.empty());
    }
  }
  return count;
}

}  // namespace

TEST_CASE("goal: a data race decides before any execution has ended", "[explorer][vulkan]") {
  // So many orders of exchanges that the search goes down, and races at the end of each.
  std::string code;
  for (const std::string action : {"rmw.atom.dv.sc0 r0, x, 1", "rmw.atom.dv.sc0 r1, x, 2",
                                   "rmw.atom.dv.sc0 r2, x, 3", "st.sc0 y, 4"}) {
    code += ' ' + action + " | " + action + " | " + action + " | " + action + " ;\n";
  }
  const Test test = read(
      "VULKAN Race\n{\n x=0;\n y=0;\n}\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 | "
      "P2@sg 0,wg 2,qf 0 | P3@sg 0,wg 3,qf 0 ;\n" +
          code + "exists (y == 7)\n",
      "Race.litmus");
  const Answer report = find_machine("vulkan")->explore(test, for_verdict());
  CHECK(report.statistics.racy_states == 1);
  CHECK(report.outcomes.empty());
  CHECK_FALSE(verdict(test, report).decided);
  CHECK(report.statistics.depth == 19);
}

namespace {

// A writer withdraws what each of n readers may hold, and writes once it has seen that none does.
Test withdrawn(std::size_t n) {
  std::vector<std::string> writer{"st.relaxed.gpu gone, 1", "fence.sc.gpu"};
  for (std::size_t i = 1; i <= n; ++i) {
    writer.push_back("ld.acquire.gpu r" + std::to_string(i) + ", held" + std::to_string(i));
    writer.push_back("bne r" + std::to_string(i) + ", 0, LC0");
  }
  writer.insert(writer.end(), {"st.weak data, 1", "LC0:"});
  std::string text = "PTX withdrawn\n{\n}\nP0@cta 0,gpu 0", condition;
  for (std::size_t i = 1; i <= n; ++i) {
    const std::string number = std::to_string(i);
    text += " | P" + number + "@cta " + number + ",gpu 0";
    condition += (i == 1 ? "" : " \\/ ") + number + ":r1=1";
  }
  text += " ;\n";
  for (std::size_t row = 0; row < writer.size(); ++row) {
    text += writer[row];
    for (std::size_t i = 1; i <= n; ++i) {
      const std::string held = "held" + std::to_string(i), label = "LC" + std::to_string(i);
      const std::vector<std::string> reader{"st.relaxed.gpu " + held + ", 1",
                                            "fence.sc.gpu",
                                            "ld.relaxed.gpu r0, gone",
                                            "bne r0, 0, " + label,
                                            "ld.weak r1, data",
                                            label + ":",
                                            "st.release.gpu " + held + ", 0"};
      text += " | " + (row < reader.size() ? reader[row] : std::string());
    }
    text += " ;\n";
  }
  return read(text + "exists (" + condition + ")\n", "withdrawn.litmus");
}

}  // namespace

TEST_CASE("goal: a search towards the condition has no more states than that for outcomes",
          "[goal][ptx]") {
  const MachineEntry& machine = *find_machine("ptx");
  const auto states = [&](const Test& test, bool goal, bool lazy) {
    ExploreOptions options = with_threads(1);
    options.machine.goal = goal;
    options.machine.lazy_fences = lazy;
    const Answer report = machine.explore(test, options);
    CHECK(verdict(test, report).observation == Frequency::never);
    return report.statistics.states;
  };
  for (const std::size_t n : {3, 4, 5}) {
    CHECK(states(withdrawn(n), true, true) <= states(withdrawn(n), false, true));
  }
  CHECK(states(withdrawn(4), true, true) * 4 < states(withdrawn(4), true, false));
}

TEST_CASE("goal: what takes effect late may still write", "[explorer][vulkan]") {
  const Test test = read(
      "VULKAN Late\n{\n x=0;\n y=0;\n}\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
      " rmw.atom.dv.sc0.add r0, x, 1 | ld.atom.dv.sc0 r0, y ;\n"
      " st.atom.dv.sc0 y, 1 | bne r0, 1, LC00 ;\n"
      " | st.atom.dv.sc0 x, 1 ;\n"
      " | LC00: ;\n"
      "exists (x == 2)\n",
      "Late.litmus");
  const Answer report = find_machine("vulkan")->explore(test, for_verdict());
  CHECK(verdict(test, report).ok);
}

TEST_CASE("goal: sc gives the verdicts of all states on the corpus", "[goal][corpus]") {
  RandomConditions questions(5);
  int compared = 0;
  int fewer = 0;
  for (const Test& test : ptx_corpus()) {
    if (sc::Machine::refusal(test, {})) continue;
    INFO(test.path);
    const Answer whole = explore_with<sc::Machine>(test, with_threads(1));
    const Verdict all = verdict(test, whole);
    for (const ExploreOptions& options : {towards_goal(), for_verdict()}) {
      const Answer report = explore_with<sc::Machine>(test, options);
      check_same(test, all, report);
      CHECK(report.statistics.states <= whole.statistics.states);
      if (report.statistics.states < whole.statistics.states) ++fewer;
    }
    compared += compare_questions(test, 20, questions);
  }
  CHECK(compared > 1000);
  CHECK(fewer > 50);
}

TEST_CASE("goal: sc gives the verdicts of all states on random programs", "[goal]") {
  RandomConditions questions(6);
  RandomTests plain(31, {3, 4, 2, false});
  RandomTests waiting(32, {3, 4, 2, true});
  int compared = 0;
  for (int i = 0; i < 150; ++i) {
    compared += compare_questions(i % 2 == 0 ? plain.next() : waiting.next(), 10, questions);
  }
  CHECK(compared > 1000);
}

TEST_CASE("goal: all deciding outcomes are found, and no others", "[goal]") {
  // The middle numbers take any value; the first and the last only the right one, or none yet.
  const Test test = question(Quantifier::exists, {2, 3});
  const Answer report = explore_toy(toy::Picker{5, 4}, towards_goal(), test);
  CHECK(report.coverage.goal_directed);
  CHECK_FALSE(report.coverage.stopped_at_verdict);
  CHECK(report.statistics.states == 2 * 2 * 5 * 5 * 5);
  CHECK(values_of(report) == std::vector<Outcome>{{2, 3}});
  CHECK(report.outcomes.front().count == 4 * 4 * 4);
  const Verdict found = verdict(test, report);
  CHECK(found.ok);
  CHECK(found.decided);
  CHECK(found.observation == Frequency::undecided);
}

TEST_CASE("goal: a condition that nothing can satisfy needs no state but the first", "[goal]") {
  const auto quantifier = GENERATE(Quantifier::exists, Quantifier::not_exists, Quantifier::forall);
  Test test = question(quantifier, {7, 7});
  if (quantifier == Quantifier::forall) test.condition = {};
  const Answer report = explore_toy(toy::Picker{5, 4}, for_verdict(), test);
  CHECK(report.statistics.states == 1);
  CHECK(report.coverage.ends_unlisted);
  const Verdict found = verdict(test, report);
  CHECK(found.ok == (quantifier != Quantifier::exists));
  CHECK(found.decided);
  CHECK_FALSE(found.never_ends);
  CHECK(found.observation ==
        (quantifier == Quantifier::forall ? Frequency::always : Frequency::never));
  test.filter =
      question(quantifier, {1, 1}).condition;  // for all that Always knows, it passes none
  CHECK(verdict(test, explore_toy(toy::Picker{5, 4}, for_verdict(), test)).observation ==
        (quantifier == Quantifier::forall ? Frequency::undecided : Frequency::never));
}

TEST_CASE("goal: what is left out is no deadlock", "[goal][deadlock]") {
  const toy::Picker machine{3, 2, true};
  const Test other = question(Quantifier::exists, {2, 2});
  CHECK(explore_toy(machine, with_threads(1), other).statistics.stuck_states == 3);
  CHECK(explore_toy(machine, towards_goal(), other).statistics.stuck_states == 0);
  const Test trap = question(Quantifier::exists, {1, 1});
  CHECK(explore_toy(machine, towards_goal(), trap).statistics.stuck_states == 3);
}

TEST_CASE("goal: who asks for more gets all states", "[goal]") {
  const Test test = question(Quantifier::exists, {7, 7});
  ExploreOptions options = for_verdict();
  SECTION("deadlocks") { options.find_deadlocks = true; }
  SECTION("paths") { options.count_paths = true; }
  SECTION("stalls") { options.count_stalls = true; }
  const Answer report = explore_toy(toy::Picker{4, 2}, options, test);
  CHECK_FALSE(report.coverage.goal_directed);
  CHECK(report.statistics.states == 81);
  CHECK(report.statistics.paths.has_value() == options.count_paths);
}

TEST_CASE("goal: machines that look for races or say nothing look everywhere", "[goal]") {
  const Test test = question(Quantifier::exists, {0, 1});
  CHECK_FALSE(explore_toy(toy::Racer{6}, towards_goal(), test).coverage.goal_directed);
  CHECK_FALSE(explore_toy(toy::Grid{3, 2}, towards_goal(), test).coverage.goal_directed);
}

TEST_CASE("goal: a program that never ends is told as without a goal", "[goal][endless]") {
  const auto quantifier = GENERATE(Quantifier::exists, Quantifier::not_exists, Quantifier::forall);
  const Test test = question(quantifier, {7, 7});
  const std::string whole = text_of(explore_toy(toy::Wheel{9}, with_threads(1), test));
  CHECK(text_of(explore_toy(toy::Wheel{9}, for_verdict(), test)) == whole);
  CHECK(text_of(explore_toy(toy::Wheel{9}, towards_goal(), test)) == whole);

  TestBuilder builder("spin");
  const AddressId x = builder.location("x");
  builder.thread();
  builder.add(load(0, x));
  builder.add(Branch{Comparison::equal, RegisterOperand{0}, Value{0}, 0});
  builder.observe(0, 0);
  builder.ask(quantifier, {1});
  const Test spin = builder.build();
  const Answer report = explore_with<sc::Machine>(spin, for_verdict());
  CHECK(verdict(spin, report).never_ends);
  CHECK(text_of(report) == text_of(explore_with<sc::Machine>(spin, with_threads(1))));
}

TEST_CASE("goal: a limit on the way to any end leaves the verdict open", "[goal][limits]") {
  const Test test = question(Quantifier::not_exists, {7, 7});
  ExploreOptions options = for_verdict();
  options.max_states = 5;
  const Answer report = explore_toy(toy::Wheel{9}, options, test);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK_FALSE(verdict(test, report).decided);
  CHECK_FALSE(verdict(test, report).never_ends);
}

TEST_CASE("goal: one report for any number of threads", "[goal][threads]") {
  const Test test = question(Quantifier::exists, {2, 3});
  ExploreOptions options = towards_goal();
  options.traces = Traces::every_outcome;
  const std::string text = text_of(explore_toy(toy::Picker{7, 4}, options, test));
  for (const unsigned threads : {2U, 16U}) {
    options.threads = threads;
    CHECK(text_of(explore_toy(toy::Picker{7, 4}, options, test)) == text);
  }
}

TEST_CASE("goal: the trace of a verdict replays where all threads may go first", "[goal][traces]") {
  for (const std::string name : {"SB", "LB", "MP", "IRIW"}) {
    Test test = family(name, 4);
    test.condition.parts.resize(1);  // which sc allows
    ExploreOptions options = for_verdict();
    options.traces = Traces::witness;
    const Answer report = explore_with<sc::Machine>(test, options);
    REQUIRE(report.coverage.goal_directed);
    const auto told = std::ranges::find_if(
        report.outcomes, [](const AnsweredOutcome& outcome) { return outcome.trace.has_value(); });
    REQUIRE(told != report.outcomes.end());
    std::vector<Step> steps;
    for (const TraceStep& step : told->trace->steps) steps.push_back(step.step);
    CHECK_FALSE(report.replayed_with.goal);
    CHECK_FALSE(report.replayed_with.ample_threads);
    const Replayed replayed = replay_with<sc::Machine>(test, report.replayed_with, steps);
    CHECK_FALSE(replayed.refused);
    CHECK(replayed.end == TraceEnd::final);
    CHECK(replayed.outcome == told->values);
  }
}

TEST_CASE("outgrown: all outcomes come from the form that is exact", "[outgrown]") {
  const toy::Outgrower machine{6, 4};
  ExploreOptions options = with_threads(1);
  const Answer report = explore_toy(machine, options);
  CHECK(report.statistics.states == 15625);  // (4 + 1)^6
  CHECK(report.outcomes.size() == 16);
  CHECK_FALSE(report.replayed_with.watch_lateness);
  const std::string text = text_of(report);
  options.machine.watch_lateness = false;
  CHECK(text_of(explore_toy(machine, options)) == text);
  options.machine.watch_lateness = true;
  for (const unsigned threads : {2U, 16U}) {
    options.threads = threads;
    CHECK(text_of(explore_toy(machine, options)) == text);
  }
}

TEST_CASE("outgrown: a witness of the first form decides, and nothing else", "[outgrown]") {
  const toy::Outgrower machine{6, 4};
  const unsigned threads = GENERATE(1U, 16U);
  const auto states = [&](const Outcome& values, bool ok, bool first_form) {
    const Test test = question(Quantifier::exists, values);
    const Answer report = explore_toy(machine, for_verdict(threads), test);
    CHECK(verdict(test, report).ok == ok);
    CHECK(verdict(test, report).decided);
    CHECK(report.replayed_with.watch_lateness == first_form);
    return report.statistics.states;
  };
  CHECK(states({1, 3}, true, true) == 2 * 2 * 3 * 3 * 3 * 3);
  CHECK(states({2, 3}, true, false) == 2 * 2 * 5 * 5 * 5 * 5);
  CHECK(states({7, 3}, false, true) == 1);  // neither form need be asked
}

TEST_CASE("outgrown: a limit that strikes first is the answer", "[outgrown][limits]") {
  ExploreOptions options = with_threads(1);
  options.max_states = 20;
  const Answer report = explore_toy(toy::Outgrower{6, 4}, options);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(report.statistics.states == 20);
}

TEST_CASE("traces apart: paths that are none give way to a second search", "[traces][graded]") {
  const toy::Skipper machine{5, 3};
  ExploreOptions options = with_threads(1);
  options.traces = Traces::every_outcome;
  const Answer report = explore_toy(machine, options);
  CHECK(report.statistics.states == 16);  // of the two that are asked for
  REQUIRE(report.outcomes.size() == 9);
  CHECK_FALSE(report.replayed_with.skip_dead_loads);
  for (const AnsweredOutcome& outcome : report.outcomes) {
    REQUIRE(outcome.trace);
    std::vector<Step> steps;
    for (const TraceStep& step : outcome.trace->steps) steps.push_back(step.step);
    CHECK(steps.size() == 5);
    const Replayed replayed = replay_with<toy::Skipper>(
        machine.sized(question(Quantifier::exists, {0, 0})), report.replayed_with, steps);
    CHECK(replayed.end == TraceEnd::final);
    CHECK(replayed.outcome == outcome.values);
  }
  const std::string text = text_of(report);
  for (const unsigned threads : {2U, 16U}) {
    options.threads = threads;
    CHECK(text_of(explore_toy(machine, options)) == text);
  }
}

TEST_CASE("traces apart: the witness alone, and that to a deadlock", "[traces][graded]") {
  const toy::Skipper machine{5, 3, true};
  const Test test = question(Quantifier::exists, {2, 3});
  ExploreOptions options = with_threads(1);
  options.traces = Traces::witness;
  const Answer report = explore_toy(machine, options, test);
  for (const AnsweredOutcome& outcome : report.outcomes) {
    CHECK(outcome.trace.has_value() == (outcome.values == Outcome{2, 3}));
  }
  CHECK(report.statistics.stuck_states == 1);
  REQUIRE(report.deadlock);
  CHECK(report.deadlock->steps.size() == 2);
  CHECK(report.deadlock_reason == "the number is unlucky");
  CHECK(report.coverage.untraced == Incomplete::none);
  options.max_states = 16;  // enough for the first search alone
  const Answer cut = explore_toy(machine, options, test);
  CHECK(cut.coverage.complete());
  CHECK(cut.coverage.untraced == Incomplete::states);
}
