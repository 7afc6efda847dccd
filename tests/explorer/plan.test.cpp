// Which searches questions take: a table that is read by people.
#include "explorer/plan/plan.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/ranks.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

using namespace opexplore;

namespace {

// A program, and what is asked of it.
struct Asked {
  std::string name;
  Test test;
};

std::vector<Asked> tests() {
  const auto straight = [](const std::string& question) {
    return read(
        "PTX straight\n{ }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
        "ld.weak r0, x | ld.weak r0, y ;\n" +
            question + "\n",
        "straight.litmus");
  };
  const Test loop = read(
      "PTX loop\n{ }\nP0@cta 0,gpu 0 ;\nL: ;\nld.acquire.gpu r0, x ;\nbne r0, 1, L ;\n"
      "exists (0:r0=1)\n",
      "loop.litmus");
  return {{"one question", straight("exists (0:r0=1 /\\ 1:r0=1)")},
          {"a disjunction", straight("~exists (0:r0=1 \\/ 1:r0=1)")},
          {"a conjunction of all", straight("forall (0:r0=1 /\\ 1:r0=1)")},
          {"a loop", loop}};
}

// How it is asked.
struct Asking {
  std::string name;
  ExploreOptions options;
  PlanFacts facts{.goes_to_goal = true, .paths_are_traces = true, .states_at_once = 2'048};
};

std::vector<Asking> askings() {
  std::vector<Asking> all;
  const auto add = [&](const std::string& name, const auto& change) {
    change(all.emplace_back(Asking{name, {}}));
  };
  const auto verdict = [&](const std::string& name, const auto& change) {
    add("verdict" + name, [&](Asking& asking) {
      asking.options.verdict_only = true;
      change(asking);
    });
  };
  add("outcomes", [](Asking&) {});
  add("outcomes with traces, reduced", [](Asking& asking) {
    asking.options.traces = Traces::every_outcome;
    asking.facts.paths_are_traces = false;
  });
  add("deciding outcomes", [](Asking& asking) { asking.options.machine.goal = true; });
  verdict("", [](Asking&) {});
  verdict(" with a trace, reduced", [](Asking& asking) {
    asking.options.traces = Traces::witness;
    asking.facts.paths_are_traces = false;
  });
  verdict(" and deadlocks, reduced", [](Asking& asking) {
    asking.options.find_deadlocks = true;
    asking.facts.paths_are_traces = false;
  });
  verdict(", racy programs void", [](Asking& asking) {
    asking.facts.finds_races = true;
    asking.facts.states_at_once = 256;
  });
  verdict(" on disk", [](Asking& asking) { asking.options.large.store = "states"; });
  verdict(" with a journal", [](Asking& asking) { asking.options.large.checkpoint = "journal"; });
  verdict(" of few states", [](Asking& asking) { asking.options.max_states = 1'000; });
  return all;
}

std::string table() {
  std::ostringstream out;
  for (const Asking& asking : askings()) {
    for (const Asked& asked : tests()) {
      out << asking.name << ": " << asked.name << '\n';
      for (const Stage& stage : plan_of(asked.test, asking.options, asking.facts)) {
        out << "  " << to_string(stage) << '\n';
      }
    }
  }
  return out.str();
}

}  // namespace

TEST_CASE("plan: forty questions take the searches of the table", "[plan]") {
  const auto file =
      std::filesystem::path(testing::source_folder) / "tests" / "explorer" / "plans.golden";
  std::ifstream in(file);
  std::ostringstream known;
  known << in.rdbuf();
  CHECK(table() == known.str());
}

TEST_CASE("plan: a hunt goes by changes of the thread", "[plan]") {
  const Plan plan = hunt_plan({});
  REQUIRE(plan.size() == 1);
  CHECK(to_string(plan.front()) == "all outcomes, by changes of the thread");
}
