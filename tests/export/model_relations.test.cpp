// What a model adds to a graph, and how broken axioms are marked in it.
#include <algorithm>
#include <string>
#include <vector>

#include "axioms/explain.hpp"
#include "export/event_graph.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/export/sample.hpp"
#include "tests/short_test.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

// The graph of an execution that the first explanation of the model forbids, marked.
EventGraph forbidden_graph(const Test& test, const std::string& model) {
  const auto reached = [&](const Outcome& outcome) { return holds(test.condition, outcome); };
  const auto why = axioms::forbidding(axioms::read_model(model, "m.cat"), test, reached);
  REQUIRE_FALSE(why.prohibitions.empty());
  const Prohibition& first = why.prohibitions.front();
  EventGraph graph = event_graph(test, first.execution);
  mark_broken(first.axioms, graph);
  return graph;
}

std::vector<std::pair<std::string, Edge>> bold_edges(const EventGraph& graph) {
  std::vector<std::pair<std::string, Edge>> result;
  for (const DrawnRelation& relation : relations_of(graph)) {
    for (const Edge& edge : relation.emphasised) result.emplace_back(relation.name, edge);
  }
  std::ranges::sort(result);
  return result;
}

using Bold = std::vector<std::pair<std::string, Edge>>;

}  // namespace

TEST_CASE("a model's relations join the nodes of a trace", "[export][graph]") {
  const Trace trace = store_buffering_trace();
  EventGraph graph = event_graph(sample_test(), trace);
  const std::size_t before = graph.further.size();
  add_relations(sample_execution(), graph);
  const auto found = std::ranges::find(graph.further, "before", &FurtherRelation::name);
  REQUIRE(found != graph.further.end());
  CHECK(found->edges == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(graph.further.size() > before);
  const std::size_t once = graph.further.size();
  add_relations(sample_execution(), graph);
  CHECK(graph.further.size() == once);
}

TEST_CASE("edges to events that a graph lacks are left out", "[export][graph]") {
  EventGraph graph = event_graph(sample_test(), Trace{});
  add_relations(sample_execution(), graph);
  CHECK(graph.further.empty());
}

TEST_CASE("a broken cycle is bold, program order where nothing else leads on", "[export][graph]") {
  // a: W[x], b: R[y]=0, c: W[y], d: R[x]=0.
  const Test test =
      short_test("0,0: st.weak x, 1; ld.weak r0, y || 1,0: st.weak y, 1; ld.weak r0, x",
                 "exists (0:r0=0 /\\ 1:r0=0)");
  const EventGraph graph = forbidden_graph(test, "acyclic po | rf | co | fr as total");
  CHECK(bold_edges(graph) == Bold{{"fr", {1, 2}}, {"fr", {3, 0}}, {"po", {0, 1}}, {"po", {2, 3}}});
}

TEST_CASE("a broken loop is bold where it goes round", "[export][graph]") {
  const Test test = short_test("0,0: st.weak x, 1; ld.weak r0, x", "exists (0:r0=0)");
  const EventGraph graph = forbidden_graph(test, "irreflexive po; fr as later");
  CHECK(bold_edges(graph) == Bold{{"fr", {1, 0}}, {"po", {0, 1}}});
}

TEST_CASE("a pair that should not be is bold with what leads there", "[export][graph]") {
  // a, b: an atomic; c: the write that comes between.
  const Test test = short_test("0,0: atom.add.relaxed.gpu r0, x, 1 || 1,0: st.relaxed.gpu x, 5",
                               "exists (0:r0=0 /\\ [x]=1)");
  const EventGraph graph =
      forbidden_graph(test, "empty rmw & (fr; co) as atomicity\nacyclic po | rf | co | fr");
  CHECK(bold_edges(graph) ==
        Bold{{"co", {2, 1}}, {"data", {0, 1}}, {"fr", {0, 2}}, {"rmw", {0, 1}}});
}

TEST_CASE("axioms that hold mark nothing", "[export][graph]") {
  EventGraph graph = event_graph(sample_test(), sample_execution());
  mark_broken({"total"}, graph);
  CHECK(bold_edges(graph).empty());
}
