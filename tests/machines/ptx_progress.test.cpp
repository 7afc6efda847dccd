// What judging infinite runs needs of the PTX machines.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "opmodel/machines/ptx/machine.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/step_graph.hpp"
#include "tests/skip.hpp"

using namespace opexplore;

namespace {

StepGraph ptx_graph(const std::string& text) {
  return graph_of<ptx::Machine>(read(text, "in place"));
}

// The same where threads do not see each write at once, whatever they share.
StepGraph lagging_graph(const std::string& text) {
  MachineOptions options;
  options.bring_writes = false;
  return graph_of<ptx::Machine>(read(text, "in place"), 100'000, options);
}

// Standing of the states in which no thread has a step.
std::vector<Standing> ends_of(const StepGraph& graph) {
  std::vector<Standing> result;
  for (const GraphNode& node : graph.nodes) {
    if (node.steps.empty()) result.push_back(node.standing);
  }
  return result;
}

}  // namespace

TEST_CASE("ptx: who is in no set of a state's standing has a step there") {
  static_assert(HasProgress<ptx::Machine> && HasMemorySteps<ptx::Machine>);
  for (const char* const second : {"ld.relaxed.gpu r0, x", "bar.cta.sync 0", "bar.cta.sync 1",
                                   "bar.cta.arrive 0;bar.cta.sync 0"}) {
    const StepGraph graph =
        ptx_graph(two_threads("x=0", "st.relaxed.gpu x, 1;bar.cta.sync 0;", second, "[x]=1", "0"));
    for (const GraphNode& node : graph.nodes) {
      ThreadMask steps = 0;
      for (const GraphStep& step : node.steps) {
        if (!step.memory) steps |= thread_bit(step.step.thread);
      }
      CHECK((steps | node.standing.ended | node.standing.waiting) == 3);
      CHECK((steps & (node.standing.ended | node.standing.waiting)) == 0);
      CHECK((node.standing.ended & node.standing.waiting) == 0);
    }
  }
}

TEST_CASE("ptx: threads that wait for each other are waiting, not ended") {
  const auto ends = ends_of(ptx_graph(two_threads("x=0", "bar.cta.sync 0;bar.cta.sync 1",
                                                  "bar.cta.sync 1;bar.cta.sync 0", "[x]=0", "0")));
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].waiting == 3);
  CHECK(ends[0].ended == 0);
}

TEST_CASE("ptx: who cannot arrive again before others do is waiting") {
  // P0 has arrived at barrier 0 and comes to it again; P1 may still come, but does not.
  const auto ends = ends_of(ptx_graph(
      two_threads("x=0", "bar.cta.arrive 0, 0, 2;bar.cta.sync 0, 0, 2", "", "[x]=0", "0")));
  REQUIRE(ends.size() == 1);
  CHECK(ends[0].waiting == 1);
  CHECK(ends[0].ended == 2);
}

TEST_CASE("ptx: what settles at the end is a step of memory") {
  const StepGraph graph = ptx_graph(two_threads("x=0", "st.weak x, 1", "st.weak x, 2", "[x]=1"));
  std::size_t memory_steps = 0;
  for (const GraphNode& node : graph.nodes) {
    for (const GraphStep& step : node.steps) {
      CHECK(step.memory == (node.standing.ended == 3));
      if (step.memory) ++memory_steps;
    }
  }
  CHECK(memory_steps == 2);
}

TEST_CASE("ptx: a loop of local instructions is a step that leads back") {
  const StepGraph graph =
      ptx_graph(two_threads("x=0", "LC00:;goto LC00", "st.relaxed.gpu x, 1", "[x]=1"));
  CHECK(graph.nodes.size() == 2);
  for (const GraphNode& node : graph.nodes) {
    CHECK(std::ranges::count_if(node.steps, [&](const GraphStep& step) {
            return step.step.thread == 0 && &graph.nodes[step.to] == &node;
          }) == 1);
  }
  CHECK_FALSE(ends_fairly(graph));
}

TEST_CASE("ptx: infinite runs are judged with late loads, or it is said where some are left out") {
  const StepGraph exact =
      ptx_graph(two_threads("", "st.relaxed.gpu x, 1", "ld.relaxed.gpu r0, x", "1:r0=1"));
  CHECK_FALSE(exact.in_order_only);
  CHECK_FALSE(exact.outgrown);
  const StepGraph buffered =
      ptx_graph(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, 1",
                            "ld.relaxed.gpu r0, y;st.relaxed.gpu x, 1", "0:r0=1 /\\ 1:r0=1"));
  CHECK_FALSE(buffered.in_order_only);
  CHECK_FALSE(buffered.outgrown);
  const auto is_late = [](const GraphStep& step) {
    return ptx_model::is_one_of<ptx_model::late_load_>(step.step);
  };
  CHECK(std::ranges::any_of(buffered.nodes, [&](const GraphNode& node) {
    return std::ranges::any_of(node.steps, is_late);
  }));
  const StepGraph mixed = ptx_graph(two_threads(
      "", "st.relaxed.gpu x, 1", "ld.relaxed.cta r0, x;ld.relaxed.gpu r0, x", "1:r0=1"));
  CHECK(mixed.in_order_only);
}

TEST_CASE(
    "ptx-proxy: too many stages for the in-order form are refused where infinite runs are judged") {
  const std::string text = R"(PTX many-proxies
{ x=0; s @ surface aliases x; t @ texture aliases x; }
 P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;
 sust.weak s, 1 | sust.weak s, 1 | sust.weak s, 1 ;
 tld.weak r0, t | tld.weak r0, t | tld.weak r0, t ;
exists (0:r0=1)
)";
  const Test test = read(text, "in place");
  CHECK_FALSE(ptx_proxy::Machine::refusal(test, {}));
  const auto refused = ptx_proxy::Machine::refusal(test, for_liveness({}));
  REQUIRE(refused);
  CHECK(refused->why.find("at most 8 stages") != std::string::npos);
  CHECK(refused->why.find("infinite runs") != std::string::npos);
}

namespace {

const std::string exchanges_chase =
    two_threads("x=0", "LC00:;atom.relaxed.gpu.exch r0, x, 1;beq r0, 0, LC00",
                "LC10:;atom.relaxed.gpu.exch r0, x, 0;beq r0, 1, LC10", "[x]=1");

std::string acquiring_lock(const std::string& label) {
  return label + ":;atom.acquire.gpu.exch r0, x, 1;bne r0, 0, " + label + ";st.release.gpu x, 0;";
}

std::size_t steps_of(const StepGraph& graph, std::uint8_t rule) {
  std::size_t count = 0;
  for (const GraphNode& node : graph.nodes) {
    count += static_cast<std::size_t>(std::ranges::count_if(
        node.steps, [&](const GraphStep& step) { return step.step.rule == rule; }));
  }
  return count;
}

std::size_t propagated(const StepGraph& graph) {
  return steps_of(graph, ptx_model::number<ptx_model::propagate_>);
}

}  // namespace

TEST_CASE("ptx propagate: a write does not stay unseen for ever") {
  for (const char* const how : {"relaxed.gpu", "weak"}) {
    const std::string mode = how;
    const StepGraph graph = ptx_graph(two_threads(
        "x=0", "LC00:;ld." + mode + " r0, x;beq r0, 0, LC00", "st." + mode + " x, 1", "[x]=1"));
    CHECK(propagated(graph) == 1);  // before that the thread may read 0 again and again
    CHECK(ends_fairly(graph));
    CHECK(graph.nodes.size() == 5);
    CHECK_FALSE(graph.cut);
  }
}

TEST_CASE("ptx propagate: is no step where ends are looked for, and for what is read once") {
  const std::string text = two_threads("x=0", "LC00:;ld.relaxed.gpu r0, x;beq r0, 0, LC00",
                                       "st.relaxed.gpu x, 1", "[x]=1");
  const Test test = read(text, "in place");
  ptx::Machine::dispatch(
      test, {}, [&](const auto& machine) { CHECK(propagated(graph_of(machine, 2, 100)) == 0); });
  CHECK(propagated(ptx_graph(
            two_threads("x=0", "ld.relaxed.gpu r0, x", "st.relaxed.gpu x, 1", "0:r0=1"))) == 0);
}

TEST_CASE("ptx propagate: what a thread has been brought it hands on to nobody") {
  const Test test = read(R"(PTX brought
{ x=0; y=0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0         | P2@cta 2,gpu 0       ;
 st.relaxed.gpu x, 1 | LC10:                  | ld.acquire.gpu r0, y ;
                     | st.release.gpu y, 1    | ld.relaxed.gpu r1, x ;
                     | ld.relaxed.gpu r0, x   |                      ;
                     | bne r0, 1, LC10        |                      ;
exists (2:r0=1)
)",
                         "in place");
  ptx::Machine::dispatch(test, for_liveness({}), [](const auto& machine) {
    using namespace ptx_model;
    using State = typename std::decay_t<decltype(machine)>::State;
    const auto after = [&](const State& state, std::uint8_t rule, ThreadId thread) {
      std::vector<State> result;
      machine.for_each_step(state, [&](Step step, State&& next) {
        if (step.rule == rule && step.thread == thread) result.push_back(next);
      });
      return result;
    };
    const State written = after(machine.initial(), number<store_>, 0).at(0);
    const State brought = after(written, number<propagate_>, 1).at(0);
    const State released = after(brought, number<store_>, 1).at(0);
    CHECK(after(released, number<load_>, 1).size() == 1);  // P1 reads 1
    const State acquired = after(released, number<load_>, 2).at(1);
    CHECK(after(acquired, number<load_>, 2).size() == 2);  // P2 may read 0
  });
}

TEST_CASE("ptx duties: racing weak writes are both last, relaxed ones are not") {
  const auto barrier = [](const std::string& store, const std::string& load) {
    return two_threads("f=0", "LC00:;" + load + " r0, f;beq r0, 0, LC00;" + store + " f, 0",
                       store + " f, 1;LC10:;" + load + " r0, f;beq r0, 1, LC10", "[f]=0");
  };
  CHECK_FALSE(ends_fairly(ptx_graph(barrier("st.weak", "ld.weak"))));
  CHECK(ends_fairly(ptx_graph(barrier("st.relaxed.gpu", "ld.relaxed.gpu"))));
  CHECK(ends_fairly(ptx_graph(barrier("st.release.gpu", "ld.acquire.gpu"))));
}

TEST_CASE("ptx duties: a write is not overtaken for ever") {
  // P1's writes may come before P0's, each of them, but not all.
  const StepGraph graph = lagging_graph(
      two_threads("x=0", "st.relaxed.gpu x, 2;LC00:;ld.relaxed.gpu r0, x;beq r0, 2, LC00",
                  "LC10:;st.relaxed.gpu x, 1;ld.relaxed.gpu r0, y;beq r0, 0, LC10", "[x]=1"));
  std::size_t raised = 0, paid = 0;
  for (const GraphNode& node : graph.nodes) {
    for (const GraphStep& step : node.steps) {
      raised += step.duties.raised.size();
      paid += step.duties.paid.size();
    }
  }
  CHECK(raised > 0);
  CHECK(paid > 0);
  // P0 goes round for ever only where P1 stays below for ever.
  for (const auto& component : components_of(graph)) {
    if (!may_stay(graph, component)) continue;
    for (const std::size_t n : component) CHECK((graph.nodes[n].standing.ended & 1U) == 1);
  }
}

TEST_CASE("ptx: loops of exchanges come back to a known state") {
  const StepGraph chase = ptx_graph(exchanges_chase);
  CHECK(chase.nodes.size() == 14);
  CHECK_FALSE(chase.cut);
  CHECK_FALSE(ends_fairly(chase));

  const StepGraph once =
      lagging_graph(two_threads("x=0", acquiring_lock("LC00"), acquiring_lock("LC10"), "[x]=0"));
  CHECK(once.nodes.size() == 17);
  CHECK_FALSE(once.cut);
  CHECK(ends_fairly(once));

  const StepGraph twice =
      ptx_graph(two_threads("x=0", acquiring_lock("LC00") + acquiring_lock("LC01"),
                            acquiring_lock("LC10") + acquiring_lock("LC11"), "[x]=0"));
  CHECK(twice.nodes.size() < 100);
  CHECK(ends_fairly(twice));

  const StepGraph ever = ptx_graph(
      two_threads("x=0", acquiring_lock("LC00") + "goto LC00", acquiring_lock("LC10"), "[x]=0"));
  CHECK(ever.nodes.size() < 50);
  CHECK_FALSE(ends_fairly(ever));
}

TEST_CASE("ptx: a window of writes is kept for who lags, and it is said where it cuts") {
  for (const char* const how : {"relaxed.gpu", "weak"}) {
    const std::string mode = how;
    const StepGraph graph = lagging_graph(
        two_threads("x=0", "LC00:;st." + mode + " x, 1;st." + mode + " x, 0;goto LC00",
                    "LC10:;ld." + mode + " r0, x;bne r0, 1, LC10", "[x]=1"));
    CHECK(graph.nodes.size() < 20);
    CHECK(graph.cut);
    CHECK_FALSE(ends_fairly(graph));
  }
  // Weak writes that race for ever, and somebody who reads them.
  const StepGraph racing = ptx_graph(R"(PTX racing
{ x=0; }
 P0@cta 0,gpu 0  | P1@cta 1,gpu 0  | P2@cta 2,gpu 0   ;
 LC00:           | LC10:           | LC20:            ;
 st.weak x, 1    | st.weak x, 0    | ld.weak r0, x    ;
 goto LC00       | goto LC10       | beq r0, 0, LC20  ;
exists ([x]=1)
)");
  CHECK(racing.nodes.size() < 50);
  CHECK(racing.cut);
}

TEST_CASE("ptx: of what was observed in a loop the last is enough") {
  const StepGraph graph = ptx_graph(two_threads(
      "x=0; y=0", "LC00:;st.weak y, 1;st.release.gpu x, 1;st.release.gpu x, 0;goto LC00",
      "LC10:;ld.relaxed.gpu r0, x;bne r0, 1, LC10;fence.acq_rel.gpu;ld.weak r1, y", "1:r1=1"));
  CHECK(graph.nodes.size() < 300);
}

TEST_CASE("ptx: loops around barriers come back to a known state") {
  const StepGraph graph = ptx_graph(
      two_threads("x=0", "LC00:;st.weak x, 1;bar.cta.sync 0;bar.cta.sync 0;goto LC00",
                  "LC10:;bar.cta.sync 0;ld.weak r0, x;st.weak x, 0;bar.cta.sync 0;beq r0, 1, LC10",
                  "[x]=1", "0"));
  CHECK(graph.nodes.size() < 30);
  CHECK_FALSE(graph.cut);
  CHECK_FALSE(ends_fairly(graph));
}

TEST_CASE("ptx: the programs of the study of progress models have few states, and end as it says",
          "[suite]") {
  const auto suite =
      std::filesystem::path(testing::source_folder) / ".." / "shared" / "suites" / "progress";
  std::ifstream list(suite / "expected-progress.csv");
  if (!list) return testing::skip("suite", "there is no " + suite.string());
  std::size_t programs = 0, largest = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t comma = line.find(',');
    const std::string name = line.substr(0, comma);
    INFO(name);
    const StepGraph graph = graph_of<ptx::Machine>(read_file(suite / "ptx" / name));
    CHECK(ends_fairly(graph) == (line.at(comma + 1) == '1'));
    CHECK_FALSE(graph.outgrown);
    largest = std::max(largest, graph.nodes.size());
    ++programs;
  }
  CHECK(programs == 241);
  CHECK(largest <= 200);
}
