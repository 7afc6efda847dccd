#include "explorer/search/search.hpp"

#include "opmodel/results/answer.hpp"
#include "tests/catch.hpp"
#include "tests/explorer/explore_toy.hpp"
#include "tests/explorer/same_report.hpp"
#include "tests/naive.hpp"

using namespace opexplore;

TEST_CASE("a grid has its states, paths and depth", "[explorer]") {
  ExploreOptions options;
  options.count_paths = true;
  const Answer report = explore_toy(toy::Grid{4, 5}, options);
  CHECK(report.answered_by == "toy-grid");
  REQUIRE(report.settings.size() == 1);
  CHECK(report.settings[0].second == "plain");
  CHECK(report.coverage.complete());
  CHECK(report.coverage.reason.empty());
  CHECK(report.statistics.states == 1296);
  CHECK(report.statistics.transitions == 4320);  // 4 * 5 * 6^3
  CHECK(report.statistics.depth == 20);
  CHECK(report.statistics.final_states == 1);
  CHECK(report.statistics.stuck_states == 0);
  REQUIRE(report.statistics.paths.has_value());
  CHECK(*report.statistics.paths == "11732745024");
  CHECK_FALSE(report.deadlock.has_value());
}

TEST_CASE("numbers of paths exceed machine integers", "[explorer][paths]") {
  ExploreOptions options;
  options.count_paths = true;
  const Answer report = explore_toy(toy::Grid{6, 6}, options);
  REQUIRE(report.statistics.paths.has_value());
  CHECK(*report.statistics.paths == "2670177736637149247308800");  // 36! / 6!^6
}

TEST_CASE("paths are counted where levels are no topological order", "[explorer][paths]") {
  ExploreOptions options;
  options.count_paths = true;
  const Answer report = explore_toy(toy::Stairs{150}, options);
  CHECK(report.statistics.states == 151);
  CHECK(report.statistics.depth == 75);
  REQUIRE(report.statistics.paths.has_value());
  CHECK(*report.statistics.paths == "16130531424904581415797907386349");  // Fibonacci
}

TEST_CASE("a cycle has no number of paths", "[explorer][paths]") {
  ExploreOptions options;
  options.count_paths = true;
  const Answer report = explore_toy(toy::Ring{10}, options);
  CHECK(report.coverage.complete());
  CHECK(report.statistics.states == 11);
  CHECK(report.statistics.transitions == 11);
  CHECK_FALSE(report.statistics.paths.has_value());
}

TEST_CASE("paths are absent unless asked for", "[explorer][paths]") {
  CHECK_FALSE(explore_toy(toy::Grid{2, 2}).statistics.paths.has_value());
}

TEST_CASE("a deadlock is reported with the shortest way there", "[explorer][deadlock]") {
  const Answer report = explore_toy(toy::Corridor{9, true});
  CHECK(report.coverage.complete());
  CHECK(report.statistics.stuck_states == 1);
  CHECK(report.statistics.final_states == 1);
  REQUIRE(report.deadlock.has_value());
  CHECK(report.deadlock->steps.size() == 3);
  CHECK(report.deadlock->initial.at(0).value == "0");
  CHECK(report.deadlock->steps.at(2).changes.at(0).before == "2");
  CHECK(report.deadlock->steps.at(2).changes.at(0).after == "3");
  CHECK(report.deadlock_reason == "the number is unlucky");
}

TEST_CASE("states with a data race are counted and not expanded", "[explorer][race]") {
  ExploreOptions options = with_threads(GENERATE(1U, 4U));
  options.count_paths = true;
  const Answer report = explore_toy(toy::Racer{6}, options);
  CHECK(report.coverage.complete());
  CHECK(report.statistics.states == 10);  // 0 to 6, 101, 103, 105
  CHECK(report.statistics.transitions == 9);
  CHECK(report.statistics.racy_states == 3);
  CHECK(report.statistics.final_states == 1);
  CHECK(report.statistics.stuck_states == 0);
  CHECK(report.statistics.paths == "1");
  REQUIRE(report.race.has_value());
  CHECK(report.race->steps.size() == 2);
  CHECK(report.race->steps.at(1).changes.at(0).after == "101");
  CHECK(report.race_reason == "101 races");
  CHECK_FALSE(report.deadlock.has_value());
  const NaiveResult naive = explore_naively(toy::Racer{6});
  CHECK(naive.states.size() == 10);
  CHECK(naive.racy == 3);
}

TEST_CASE("a data race decides the verdict, an outcome does not", "[explorer][race]") {
  const Test test = question(Quantifier::exists, {6, 6});
  ExploreOptions options = with_threads(1);
  const Answer whole = explore_toy(toy::Racer{6}, options, test);
  CHECK_FALSE(verdict(test, whole).decided);
  options.verdict_only = true;
  const Answer early = explore_toy(toy::Racer{6}, options, test);
  CHECK(early.coverage.stopped_at_verdict);
  CHECK(early.statistics.racy_states == 1);
  CHECK(early.outcomes.empty());
}

TEST_CASE("a data race that was stored before a limit counts", "[explorer][race][limits]") {
  ExploreOptions options = with_threads(1);
  options.max_states = 4;  // 0, 1, 2, 101
  const Answer report = explore_toy(toy::Racer{6}, options);
  CHECK(report.coverage.incomplete == Incomplete::states);
  CHECK(report.statistics.racy_states == 1);
}

TEST_CASE("a pruned spin is no deadlock", "[explorer][deadlock]") {
  const Answer report = explore_toy(toy::Spinner{});
  CHECK(report.statistics.states == 1);
  CHECK(report.statistics.stuck_states == 0);
  CHECK(report.coverage.complete());
  CHECK(report.outcomes.empty());
}

TEST_CASE("the naive search agrees", "[explorer][naive]") {
  const toy::Grid machine{5, 4};
  const NaiveResult naive = explore_naively(machine);
  const Answer report = explore_toy(machine);
  CHECK(report.statistics.states == naive.states.size());
  CHECK(report.statistics.transitions == naive.transitions);
  CHECK(report.outcomes.size() == naive.outcomes.size());
}

TEST_CASE("any number of threads gives the same report", "[explorer][threads]") {
  const toy::Grid machine{6, 7};  // levels of up to 14,000 states
  ExploreOptions options = with_threads(1);
  options.traces = Traces::every_outcome;
  const std::string text = text_of(explore_toy(machine, options));
  for (const unsigned threads : {2U, 16U}) {
    options.threads = threads;
    CHECK(text_of(explore_toy(machine, options)) == text);
  }
}

TEST_CASE("only the verdict: the search stops at the level that decides", "[explorer][verdict]") {
  const toy::Corridor machine{50};
  ExploreOptions options;
  options.verdict_only = true;
  const auto states = [&](const Test& test) {
    const Answer report = explore_toy(machine, options, test);
    CHECK(report.coverage.complete());
    CHECK(report.coverage.stopped_at_verdict == (report.statistics.states < 52));
    CHECK(verdict(test, report).decided);
    return report.statistics.states;
  };
  CHECK(states(question(Quantifier::exists, {100, 100})) < 10);
  CHECK(states(question(Quantifier::not_exists, {100, 100})) < 10);
  CHECK(states(question(Quantifier::forall, {50, 50})) < 10);
  CHECK(states(question(Quantifier::forall, {100, 100})) == 52);  // refuted at the end
  CHECK(states(question(Quantifier::exists, {7, 7})) == 52);
  Test filtered = question(Quantifier::exists, {100, 100});
  filtered.filter = question(Quantifier::exists, {50, 50}).condition;
  CHECK(states(filtered) == 52);
}

TEST_CASE("the trace shows the most telling outcome", "[explorer][traces]") {
  const toy::Corridor machine{5};
  ExploreOptions options;
  options.traces = Traces::witness;
  const auto shown = [&](Quantifier quantifier, const Outcome& values) {
    std::vector<Value> with_trace;
    const Answer report = explore_toy(machine, options, question(quantifier, values));
    for (const AnsweredOutcome& outcome : report.outcomes) {
      if (!outcome.trace) continue;
      with_trace.push_back(outcome.values[0]);
      CHECK(outcome.trace->steps.size() == (outcome.values[0] == 5 ? 5 : 2));
      CHECK(outcome.trace->steps.back().rule == "move");
      CHECK(outcome.trace->steps.back().section == "closed form");
    }
    return with_trace;
  };
  CHECK(shown(Quantifier::exists, {100, 100}) == std::vector<Value>{100});
  CHECK(shown(Quantifier::exists, {5, 5}) == std::vector<Value>{5});
  CHECK(shown(Quantifier::not_exists, {100, 100}) == std::vector<Value>{100});
  CHECK(shown(Quantifier::forall, {5, 5}) == std::vector<Value>{100});
  CHECK(shown(Quantifier::forall, {100, 100}) == std::vector<Value>{5});
  CHECK(shown(Quantifier::exists, {1, 1}) == std::vector<Value>{5});  // none: the first
  options.traces = Traces::every_outcome;
  CHECK(shown(Quantifier::exists, {1, 1}) == std::vector<Value>{5, 100});
  options.traces = Traces::none;
  CHECK(shown(Quantifier::exists, {5, 5}).empty());
}

TEST_CASE("a filter takes outcomes out of the report", "[explorer]") {
  Test test = question(Quantifier::exists, {5, 5});
  test.filter = question(Quantifier::exists, {100, 100}).condition;
  const Answer report = explore_toy(toy::Corridor{5}, {}, test);
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].values[0] == 100);
  CHECK(report.filtered_outcomes == 1);
  CHECK(report.statistics.final_states == 2);
  CHECK_FALSE(verdict(test, report).ok);
  CHECK(verdict(test, report).decided);
}

TEST_CASE("verdicts follow the quantifier", "[explorer][verdict]") {
  Answer report;
  report.outcomes.push_back({{0, 0}, 3, std::nullopt});
  report.outcomes.push_back({{0, 1}, 2, std::nullopt});
  const auto judge = [&](Quantifier quantifier, const Outcome& values) {
    return verdict(question(quantifier, values), report);
  };
  CHECK(judge(Quantifier::exists, {0, 0}).ok);
  CHECK(judge(Quantifier::exists, {0, 0}).positive == 3);
  CHECK(judge(Quantifier::exists, {0, 0}).negative == 2);
  CHECK_FALSE(judge(Quantifier::exists, {1, 1}).ok);
  CHECK(judge(Quantifier::exists, {1, 1}).decided);
  CHECK_FALSE(judge(Quantifier::not_exists, {0, 0}).ok);
  CHECK(judge(Quantifier::not_exists, {0, 0}).positive == 3);
  CHECK(judge(Quantifier::not_exists, {1, 1}).ok);
  CHECK_FALSE(judge(Quantifier::forall, {0, 0}).ok);
  report.coverage.incomplete = Incomplete::states;
  CHECK(judge(Quantifier::exists, {0, 0}).decided);
  CHECK_FALSE(judge(Quantifier::exists, {1, 1}).decided);
  CHECK(judge(Quantifier::not_exists, {0, 0}).decided);
  CHECK_FALSE(judge(Quantifier::not_exists, {1, 1}).decided);
  CHECK(judge(Quantifier::forall, {0, 0}).decided);
  report.outcomes.pop_back();
  CHECK(judge(Quantifier::forall, {0, 0}).ok);
  CHECK_FALSE(judge(Quantifier::forall, {0, 0}).decided);
}

namespace {

// A machine with two forms, picked by the test.
struct TwoForms : toy::Grid {
  static constexpr std::string_view name = "toy-forms";
  using Grid::Grid;
  static auto dispatch(const Test& test, const MachineOptions& options, const auto& run) {
    if (test.quantifier == Quantifier::forall) return run(toy::Stairs(test, options));
    return run(toy::Grid(test, options));
  }
};

// A machine whose second look differs from the first: replay must notice.
struct Forgetful : toy::Corridor {
  static constexpr std::string_view name = "toy-forgetful";
  using Corridor::Corridor;
  Forgetful(const Test& test, const MachineOptions& options)
      : Corridor(test, options), start_(looks++ == 0 ? 0 : 1) {}
  State initial() const { return {start_}; }
  static inline std::uint64_t looks = 0;

 private:
  std::uint64_t start_ = 0;
};

}  // namespace

TEST_CASE("a machine may pick one of its forms per test", "[explorer]") {
  const TwoForms machine{2, 1};
  CHECK(explore_toy(machine).statistics.states == 4);
  const Answer report = explore_toy(machine, {}, question(Quantifier::forall, {2, 2}));
  CHECK(report.statistics.states == 3);
  CHECK(report.answered_by == "toy-forms");
}

TEST_CASE("a trace that does not replay is never shown", "[explorer][traces]") {
  ExploreOptions options;
  options.traces = Traces::witness;
  Forgetful::looks = 0;
  CHECK_THROWS_WITH(explore_toy(Forgetful{3}, options), Catch::Contains("replay"));
}

TEST_CASE("the registry lists machines by name", "[explorer][registry]") {
  const auto all = machines();
  REQUIRE_FALSE(all.empty());
  CHECK(std::ranges::is_sorted(all, {}, &MachineEntry::name));
  for (const MachineEntry& entry : all) {
    CHECK(find_machine(entry.name) == &entry);
    CHECK_FALSE(entry.rules.empty());
    for (const Setting& setting : entry.settings) CHECK(setting.values.size() >= 2);
  }
  CHECK(find_machine("no such machine") == nullptr);
}

TEST_CASE("the registry takes a name once", "[explorer][registry]") {
  const MachineEntry grid = machine_entry<toy::Grid>();
  const MachineEntry ring = machine_entry<toy::Ring>();
  const std::vector<MachineEntry> both = by_name({ring, grid});
  CHECK(both.front().name == "toy-grid");
  CHECK(both.back().name == "toy-ring");
  CHECK_THROWS_WITH(by_name({grid, ring, grid}), "there are two machines with the name toy-grid");
}
