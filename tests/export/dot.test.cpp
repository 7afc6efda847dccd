#include "export/dot.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "export/event_graph.hpp"
#include "tests/catch.hpp"
#include "tests/export/sample.hpp"
#include "tests/skip.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string dot_of(const Trace& trace) {
  std::ostringstream out;
  write_dot(out, sample_test(), event_graph(sample_test(), trace),
            {{"sample"}, {.initial_writes = true, .shown = {}, .unshown = {}}});
  return out.str();
}

}  // namespace

TEST_CASE("events stand in program order, numbered by step", "[export][dot]") {
  const EventGraph graph = event_graph(sample_test(), store_buffering_trace());
  REQUIRE(graph.nodes.size() == 6);
  CHECK(graph.nodes[0].operation == "W[x]=1");
  CHECK(graph.nodes[0].step == 2);
  CHECK(graph.nodes[2].operation == "W[y]=1");
  CHECK(graph.nodes[2].letter == "c");
  CHECK(graph.nodes[2].step == 4);
  CHECK(graph.nodes[3].step == 1);
  CHECK(graph.nodes[4].operation == "W[x]=0");
  CHECK_FALSE(graph.nodes[4].thread);
  CHECK(graph.program_order == std::vector<Edge>{{0, 1}, {2, 3}});
  CHECK(graph.reads_from == std::vector<Edge>{{5, 1}, {4, 3}});
  CHECK(graph.coherence == std::vector<Edge>{{4, 0}, {5, 2}});
  CHECK(graph.from_reads == std::vector<Edge>{{1, 2}, {3, 0}});
}

TEST_CASE("only coherence pairs that do not follow from others are drawn", "[export][dot]") {
  Trace trace;
  trace.steps.resize(3);
  for (std::size_t i = 0; i < 3; ++i) {
    trace.steps[i] = {
        {0, 0, 0}, "write", "", "",
        0,         "",      {}, {write(0, Value(i), WriteRef{0, static_cast<std::uint32_t>(i)})}};
  }
  trace.coherence = {{initial_write_of(0), WriteRef{0, 0}}, {initial_write_of(0), WriteRef{0, 1}},
                     {initial_write_of(0), WriteRef{0, 2}}, {WriteRef{0, 0}, WriteRef{0, 1}},
                     {WriteRef{0, 0}, WriteRef{0, 2}},      {WriteRef{0, 1}, WriteRef{0, 2}}};
  const EventGraph graph = event_graph(sample_test(), trace);
  CHECK(graph.coherence == std::vector<Edge>{{0, 1}, {1, 2}, {3, 0}});
}

TEST_CASE("a read-modify-write has no from-read to itself", "[export][dot]") {
  Trace trace;
  trace.steps.resize(1);
  trace.steps[0] = {
      {0, 0, 0}, "atomic",
      "",        "",
      0,         "",
      {},        {{Event::Kind::read, 0, 0, {}, initial_write_of(0)}, write(0, 1, WriteRef{0, 0})}};
  trace.coherence = {{initial_write_of(0), WriteRef{0, 0}}};
  const EventGraph graph = event_graph(sample_test(), trace);
  CHECK(graph.nodes.size() == 3);
  CHECK(graph.reads_from == std::vector<Edge>{{2, 0}});
  CHECK(graph.coherence == std::vector<Edge>{{2, 1}});
  CHECK(graph.from_reads.empty());
  REQUIRE(graph.further.size() == 1);
  CHECK(graph.further[0].name == "rmw");
  CHECK(graph.further[0].edges == std::vector<Edge>{{0, 1}});
}

TEST_CASE("a loop keeps the order of its steps", "[export][dot]") {
  Test test = sample_test();
  test.program.threads[0].instructions.push_back(
      {Branch{std::nullopt, Value{0}, Value{0}, 0}, {6, 2}, "goto L0"});
  Trace trace = store_buffering_trace();
  trace.steps.push_back(trace.steps[1]);
  trace.steps.back().events = {write(0, 1, WriteRef{0, 2})};
  const EventGraph graph = event_graph(test, trace);
  REQUIRE(graph.nodes.size() == 7);
  CHECK(graph.nodes[0].operation == "W[x]=1");
  CHECK(graph.nodes[1].operation == "R[y]=0");
  CHECK(graph.nodes[2].operation == "W[x]=1");
}

TEST_CASE("a machine without events is drawn by its instructions", "[export][dot]") {
  Trace trace = store_buffering_trace();
  for (TraceStep& step : trace.steps) step.events.clear();
  trace.coherence.clear();
  const EventGraph graph = event_graph(sample_test(), trace);
  REQUIRE(graph.nodes.size() == 4);
  CHECK(graph.nodes[0].operation == "st.weak x, 1");
  CHECK(graph.program_order.size() == 2);
}

TEST_CASE("letters go on after z", "[export][dot]") {
  Trace trace;
  trace.steps.resize(28);
  for (TraceStep& step : trace.steps) {
    step = {{0, 0, 0}, "write", "", "", 0, "", {}, {write(0, 1, std::nullopt)}};
  }
  const EventGraph graph = event_graph(sample_test(), trace);
  CHECK(graph.nodes[25].letter == "z");
  CHECK(graph.nodes[26].letter == "aa");
  CHECK(graph.nodes[27].letter == "ab");
}

TEST_CASE("the drawing has herd's habits", "[export][dot]") {
  const std::string dot = dot_of(store_buffering_trace());
  CHECK(dot.find("label=\"Test SB, sample\"") != std::string::npos);
  CHECK(dot.find("subgraph cluster_gpu0_cta1") != std::string::npos);
  CHECK(dot.find("t1 [label=\"P1\"") != std::string::npos);
  CHECK(dot.find("e0 [label=\"a: W.weak[x]=1 (2)\\nline 4\"]") != std::string::npos);
  CHECK(dot.find("e4 [label=\"init: W[x]=0\", shape=box]") != std::string::npos);
  CHECK(dot.find("e0 -> e1 [label=\"po\", color=\"black\"") != std::string::npos);
  CHECK(dot.find("e4 -> e3 [label=\"rf\", color=\"red\"") != std::string::npos);
  CHECK(dot.find("e4 -> e0 [label=\"co\", color=\"blue\"") != std::string::npos);
  CHECK(dot.find("e3 -> e0 [label=\"fr\", color=\"#ffa040\"") != std::string::npos);
}

TEST_CASE("Graphviz draws it", "[export][dot]") {
  if (!testing::graphviz_or_skip()) return;
  Trace hostile = store_buffering_trace();
  for (TraceStep& step : hostile.steps) step.events.clear();
  Test test = sample_test();
  test.name = "a \"quoted\" \\ name";
  test.program.threads[0].instructions[0].text = "st [\"x\\\"], {1} <>|";
  std::ostringstream out;
  write_dot(out, test, event_graph(test, hostile), {{"sample"}});
  out << dot_of(store_buffering_trace());
  FILE* const process = popen("dot -Tsvg >/dev/null", "w");
  REQUIRE(process != nullptr);
  const std::string text = out.str();
  CHECK(std::fwrite(text.data(), 1, text.size(), process) == text.size());
  CHECK(pclose(process) == 0);
}

TEST_CASE("initial writes are points unless they are asked for", "[export][dot]") {
  std::ostringstream out;
  write_dot(out, sample_test(), event_graph(sample_test(), store_buffering_trace()), {{"sample"}});
  const std::string dot = out.str();
  CHECK(dot.find("init") == std::string::npos);
  CHECK(dot.find("i1 [shape=point") != std::string::npos);
  CHECK(dot.find("i1 -> e1 [label=\"rf\"") != std::string::npos);
  CHECK(dot.find("label=\"co\"") == std::string::npos);  // both begin with an initial write
}

TEST_CASE("a read that is to blame has a bold from-read", "[export][dot]") {
  EventGraph graph = event_graph(sample_test(), store_buffering_trace());
  graph.nodes[1].blamed = true;
  const std::vector<DrawnRelation> drawn = relations_of(graph);
  REQUIRE(drawn.size() == 4);
  CHECK(drawn[3].name == "fr");
  CHECK(drawn[3].emphasised == std::vector<Edge>{{1, 2}});
  std::ostringstream out;
  write_dot(out, sample_test(), graph, {{"sample"}});
  CHECK(out.str().find(
            "e1 -> e2 [label=\"fr\", color=\"#ffa040\", fontcolor=\"#ffa040\", penwidth") !=
        std::string::npos);
  CHECK(out.str().find(
            "e3 -> e0 [label=\"fr\", color=\"#ffa040\", fontcolor=\"#ffa040\", constraint") !=
        std::string::npos);
}
