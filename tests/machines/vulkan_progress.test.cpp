// Infinite runs of the machine of the Vulkan memory model: what memory owes atomics, what it does
// not owe, and what is lost where it owes nothing.
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "explorer/machine_entry.hpp"
#include "explorer/termination/termination.hpp"
#include "tests/catch.hpp"
#include "tests/machines/vulkan_programs.hpp"
#include "tests/machines/weakened.hpp"
#include "tests/progress_graph.hpp"
#include "tests/skip.hpp"

namespace opexplore::vulkan {

namespace {

using opexplore::testing::vulkan_test;
using opexplore::testing::VulkanProgram;

const std::string set = "st.atom.dv.sc0 x, 1";
const std::string await = "LC10:;ld.atom.dv.sc0 r0, x;beq r0, 0, LC10";
const std::string toggle = "LC00:;st.atom.dv.sc0 x, 1;st.atom.dv.sc0 x, 0;goto LC00";

Test program(const std::string& first, const std::string& second, char place = 'B') {
  return vulkan_test({{{'A', first}, {place, second}}, "exists (x == 0)"});
}

template <class M = vulkan::Machine>
ProgressGraph graph_of(const Test& test, const MachineOptions& options = {}) {
  const M machine(test, for_liveness(options));
  return progress_graph(machine, test, 5'000);
}

bool ends(const Test& test, const MachineOptions& options = {}) {
  const ProgressGraph graph = graph_of(test, options);
  CHECK(graph.exceeded.empty());
  CHECK_FALSE(graph.raced);
  CHECK_FALSE(leaves_somebody_alone(graph));
  return ends_under_fairness(graph);
}

// Threads do not see each write at once, whatever they share.
MachineOptions lagging() {
  MachineOptions options;
  options.bring_writes = false;
  return options;
}

std::string lock(const std::string& label) {
  return label + ":;rmw.atom.dv.sc0 r0, x, 1;bne r0, 0, " + label + ";st.atom.dv.sc0 x, 0";
}

}  // namespace

TEST_CASE("vulkan progress: loops that read have finite graphs, and end when others write") {
  CHECK(ends(program(set, await)));
  CHECK_FALSE(ends(program("st.atom.dv.sc0 y, 1", await)));
  CHECK(graph_of(program(set, await)).states() < 12);
  CHECK(ends(program(set + ";LC00:;ld.atom.dv.sc0 r0, y;beq r0, 0, LC00",
                     "st.atom.dv.sc0 y, 1;" + await)));
  // A store at a scope of its own, as long as each includes the other.
  CHECK(ends(program("st.atom.wg.sc0 x, 1", await, 'W')));
  // What comes between makes no difference.
  const std::string fenced =
      "LC10:;ld.atom.dv.sc0 r0, x;membar.acq.dv.semsc0.semvis;beq r0, 0, LC10";
  CHECK(ends(program(set, fenced)));
  CHECK_FALSE(ends(program("st.atom.dv.sc0 y, 1", fenced)));
}

TEST_CASE("vulkan progress: locks that spin end, and a newest value is all that is owed") {
  CHECK(ends(program(lock("LC00"), lock("LC10"))));
  CHECK_FALSE(ends(program(toggle, await)));
  const std::string taken = "LC10:;rmw.atom.dv.sc0 r0, x, 1;bne r0, 0, LC10";
  CHECK_FALSE(ends(program("rmw.atom.dv.sc0 r0, x, 1", taken)));
}

TEST_CASE("vulkan progress: no store is overtaken for ever") {
  // The first would have to place all its stores before that of the second.
  const std::string own = "LC00:;st.atom.dv.sc0 x, 1;ld.atom.dv.sc0 r0, x;beq r0, 1, LC00";
  CHECK_FALSE(ends(program(own, "st.atom.dv.sc0 x, 2")));  // it may have come first
  const std::string both = "LC00:;st.atom.dv.sc0 x, 1;ld.atom.dv.sc0 r1, y;beq r1, 0, LC00";
  CHECK(ends(program(both, "LC10:;ld.atom.dv.sc0 r0, x;beq r0, 0, LC10;st.atom.dv.sc0 y, 1")));
}

TEST_CASE("vulkan progress: a spin that no atomic ends is a race, or its own affair") {
  for (const std::string load : {"ld.sc0", "ld.vis.dv.sc0", "ld.nonpriv.sc0", "ld.atom.wg.sc0"}) {
    INFO(load);
    const Test spins = program(set, "LC10:;" + load + " r0, x;beq r0, 0, LC10");
    CHECK(graph_of(spins).raced);
    // As the axioms give it: the initial value is before every other.
    const ProgressGraph followed = graph_of(spins, with_setting("races", "follow"));
    CHECK_FALSE(followed.raced);
    CHECK(ends_under_fairness(followed));
  }
  CHECK_FALSE(ends(program("st.atom.dv.sc0 y, 1", "LC10:;ld.sc0 r0, x;beq r0, 0, LC10")));
  CHECK(ends(program("st.atom.dv.sc0 y, 1", "st.sc0 x, 1;LC10:;ld.sc0 r0, x;beq r0, 0, LC10")));
}

TEST_CASE("vulkan progress: racing stores may stay in an order that keeps a reader") {
  const std::string first = "st.sc0 x, 1;LC00:;ld.sc0 r0, x;beq r0, 1, LC00";
  const std::string second = "LC10:;ld.sc0 r0, x;beq r0, 0, LC10;st.sc0 x, 2";
  const Test test = program(first, second);
  CHECK(graph_of(test).raced);
  CHECK_FALSE(ends_under_fairness(graph_of(test, with_setting("races", "follow"))));
  std::string atomic_first = first;
  std::string atomic_second = second;
  for (std::string* const code : {&atomic_first, &atomic_second}) {
    for (std::size_t at = 0; (at = code->find(".sc0", at)) != std::string::npos; at += 12) {
      code->insert(at, ".atom.dv");
    }
  }
  CHECK(ends(program(atomic_first, atomic_second)));
}

TEST_CASE("vulkan progress: a filter leaves out no run") {
  VulkanProgram filtered{{{'A', "st.sc0 x, 1"}, {'B', "ld.sc0 r0, x"}}, "filter (P1:r0 == 7)"};
  CHECK(graph_of(vulkan_test(filtered)).raced);
  filtered.threads = {{'A', lock("LC00")}, {'B', lock("LC10")}};
  const Test locks = vulkan_test(filtered);
  CHECK(ends(locks));
}

TEST_CASE("vulkan progress: barriers hold who waits, and open when they can") {
  CHECK(ends(program("cbar.wg 0;" + set, "cbar.wg 0;" + await, 'W')));
  const ProgressGraph stuck = graph_of(program("cbar.wg 0;" + set, await + ";cbar.wg 0", 'W'));
  CHECK_FALSE(ends_under_fairness(stuck));  // one waits, one spins
  CHECK_FALSE(has_deadlock(stuck));
  // Who has gone another way is missing, be it that it has ended.
  CHECK(has_deadlock(graph_of(program("cbar.wg 0", "beq r9, 0, LC10;cbar.wg 0;LC10:", 'W'))));
  CHECK(has_deadlock(graph_of(program("cbar.wg 0, 0, 2", ""))));
  const ProgressGraph loop =
      graph_of(program("LC00:;cbar.wg 0;goto LC00", "LC10:;cbar.wg 0;goto LC10", 'W'));
  CHECK_FALSE(ends_under_fairness(loop));
  CHECK_FALSE(has_deadlock(loop));
}

TEST_CASE("vulkan progress: the quorum of a barrier has it opened, as a step of memory") {
  const Test test = program("cbar.wg 0, 0, 1;" + set, await, 'W');
  CHECK(ends(test));
  const ProgressGraph graph = graph_of(test);
  std::size_t opened = 0;
  for (const ProgressEdge& edge : graph.edges) {
    if (!rule_list.is<barrier_open>(edge.step)) continue;
    ++opened;
    CHECK(edge.memory);
    CHECK(graph.standings[edge.from].waiting == 1);
    CHECK(graph.standings[edge.to].waiting == 0);
    CHECK(edge.duties.paid.size() == 1);
  }
  CHECK(opened > 0);
  CHECK_FALSE(ends_under_fairness(graph, [](std::uint32_t) { return false; }));
}

TEST_CASE("vulkan progress: who has not begun waits for those before it") {
  const auto ordered = [](const std::string& first, const std::string& second) {
    return vulkan_test({{{'A', first}, {'B', second}}, "exists (x == 0)", "x=0; y=0;", "ssw 0 1;"});
  };
  CHECK(ends(ordered(set, await)));
  const std::string waits = "LC00:;ld.atom.dv.sc0 r0, x;beq r0, 0, LC00";
  const ProgressGraph graph = graph_of(ordered(waits, set));
  CHECK_FALSE(ends_under_fairness(graph));
  for (const Standing& standing : graph.standings) CHECK(standing.waiting == 2);
}

TEST_CASE("vulkan progress: a loop without accesses is a step") {
  const ProgressGraph graph = graph_of(program("LC00:;goto LC00", set));
  CHECK_FALSE(ends_under_fairness(graph));
  CHECK(graph.states() == 2);
}

TEST_CASE("vulkan progress: memory brings the last write, where infinite runs are judged alone") {
  const Test test = program(set, await);
  const auto rules_after_store = [&](const MachineOptions& options) {
    const vulkan::Machine machine(test, options);
    std::multiset<std::string> rules;
    machine.for_each_step(machine.initial(), [&](Step first, const State& stored) {
      if (first.thread != 0) return;
      machine.for_each_step(stored, [&](Step step, const State& next) {
        rules.emplace(vulkan::Machine::rules[step.rule].name);
        if (!machine.is_memory_step(step)) return;
        machine.for_each_step(next, [&](Step last, const State&) {
          rules.emplace("then " + std::string(vulkan::Machine::rules[last.rule].name));
        });
      });
    });
    return rules;
  };
  using Rules = std::multiset<std::string>;
  CHECK(rules_after_store(without_reductions({})) == Rules{"read", "read"});
  CHECK(rules_after_store(for_liveness({})) == Rules{"propagate", "read", "read", "then read"});
}

TEST_CASE("vulkan progress: loads are in order, and it is said where some could be late") {
  const Test late = program("ld.atom.dv.sc0 r1, y;" + set, await + ";st.atom.dv.sc0 y, 1");
  CHECK(ends(late));
  const vulkan::Machine machine(late, for_liveness({}));
  CHECK(machine.in_order_only());
  std::set<std::string> rules;
  machine.for_each_step(machine.initial(), [&](Step step, const State&) {
    rules.emplace(vulkan::Machine::rules[step.rule].name);
  });
  CHECK(rules == std::set<std::string>{"read"});
  const Test others = program(set, await);
  CHECK_FALSE(vulkan::Machine(others, for_liveness({})).in_order_only());
}

TEST_CASE("vulkan progress: a reader that lags holds writers up, and that is said") {
  const Test test = program(toggle, "ld.atom.dv.sc0 r0, x");
  const ProgressGraph graph = graph_of(test, lagging());
  CHECK(graph.windowed);
  CHECK(graph.exceeded.empty());
  CHECK_FALSE(ends_under_fairness(graph));
  CHECK_FALSE(graph_of(program(set, await)).windowed);
  CHECK_FALSE(graph_of(test).windowed);
  // Where races are followed writes stay, if there could be any.
  CHECK(graph_of(test, with_setting("races", "follow")).exceeded.empty());
  const Test racy = program(toggle, "ld.atom.wg.sc0 r0, x");
  CHECK_FALSE(graph_of(racy, with_setting("races", "follow")).exceeded.empty());
}

namespace {

/// Memory that owes nothing: it may let anybody read old values for ever.
class Oweless : public vulkan::Machine {
 public:
  using vulkan::Machine::Machine;
  Duties duties(const State&) const { return {}; }
  StepDuties step_duties(const State&, Step, const State&) const { return {}; }
};

/// Memory that owes and never pays.
class Unpaying : public Without<vulkan::Machine> {
 public:
  Unpaying(const Test& test, const MachineOptions& options)
      : Without<vulkan::Machine>(test, options) {}
  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    return vulkan::Machine::for_each_step(state, [&](Step step, State&& next) {
      if (!is_memory_step(step)) sink(step, std::move(next));
    });
  }
};

/// Five models, for the weak verdicts: of how many the machine says otherwise than the table.
template <class M>
std::size_t wrong_verdicts(const std::filesystem::path& suite, const MachineOptions& machine) {
  ExploreOptions options;
  options.machine = machine;
  TerminationQuestion question;
  question.witnesses = false;
  for (const char* const model : {"FAIR", "HSA", "OBE", "HSA_OBE", "LOBE"}) {
    question.promises.push_back(parse_promise(model));
  }
  std::size_t wrong = 0;
  std::ifstream table(suite / "expected-progress.csv");
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream cells(line);
    std::string name;
    std::getline(cells, name, ',');
    const Termination report =
        termination_with<M>(read_file(suite / "vulkan" / name), options, question);
    for (const EndJudgement& judged : report.judgements) {
      std::string cell;
      std::getline(cells, cell, ',');
      wrong += (judged.weak == Ends::no) == (cell == "0") ? 0 : 1;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("vulkan progress: what memory owes, and that it pays, matters to the conformance tests") {
  const auto suite = testing::suite_or_skip("progress");
  if (!suite) return;
  CHECK(wrong_verdicts<vulkan::Machine>(*suite, {}) == 0);
  CHECK(wrong_verdicts<vulkan::Machine>(*suite, lagging()) == 0);
  CHECK(wrong_verdicts<Oweless>(*suite, lagging()) > 100);
  CHECK(wrong_verdicts<Unpaying>(*suite, lagging()) > 100);
}

}  // namespace opexplore::vulkan
