// What judging infinite runs needs of the PTX machines.
#include <string>

#include "opmodel/machines/ptx/machine.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "tests/catch.hpp"
#include "tests/machines/reachable.hpp"
#include "tests/machines/step_graph.hpp"

using namespace opexplore;

namespace {

StepGraph ptx_graph(const std::string& text) {
  return graph_of<ptx::Machine>(read(text, "in place"));
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

TEST_CASE("ptx: infinite runs are judged in order, and it is said where that leaves some out") {
  const StepGraph exact =
      ptx_graph(two_threads("", "st.relaxed.gpu x, 1", "ld.relaxed.gpu r0, x", "1:r0=1"));
  CHECK_FALSE(exact.in_order_only);
  CHECK_FALSE(exact.outgrown);
  const StepGraph buffered =
      ptx_graph(two_threads("", "ld.relaxed.gpu r0, x;st.relaxed.gpu y, 1",
                            "ld.relaxed.gpu r0, y;st.relaxed.gpu x, 1", "0:r0=1 /\\ 1:r0=1"));
  CHECK(buffered.outgrown);
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
  CHECK(refused->find("at most 8 stages") != std::string::npos);
  CHECK(refused->find("infinite runs") != std::string::npos);
}
