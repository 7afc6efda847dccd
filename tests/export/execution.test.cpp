// Executions of models as text, drawing and JSON.
#include <sstream>
#include <string>

#include "axioms/axioms.hpp"
#include "export/dot.hpp"
#include "export/event_graph.hpp"
#include "export/execution_json.hpp"
#include "export/execution_text.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/export/sample.hpp"
#include "tests/short_test.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string text_of(const Test& test, const Execution& execution,
                    TraceDetail detail = TraceDetail::changes) {
  std::ostringstream out;
  write_execution(out, test, execution, {"0:r0=0; 1:r0=0;", "mine"}, detail);
  return out.str();
}

std::string dot_of(const Test& test, const Execution& execution) {
  std::ostringstream out;
  write_dot(out, test, event_graph(test, execution),
            {{"mine"}, {.initial_writes = true, .shown = {}, .unshown = {}}});
  return out.str();
}

// The first execution that the model has for the test.
Execution execution_of(const Test& test, const std::string& model) {
  const auto report = axioms::evaluate(axioms::read_model(model, "m.cat"), test);
  REQUIRE_FALSE(report.outcomes.empty());
  return *report.outcomes.front().witness;
}

}  // namespace

TEST_CASE("an execution as text", "[export][execution]") {
  CHECK(text_of(sample_test(), sample_execution()) ==
        "Execution of SB, mine, to 0:r0=0; 1:r0=0;\n"
        "   a  P0  line 4: st.weak x, 1   W[x]=1\n"
        "   b  P0  line 5: ld.weak r0, y  R[y]=0\n"
        "   c  P1  line 4: st.weak y, 1   W[y]=1\n"
        "   d  P1  line 5: ld.weak r0, x  R[x]=0\n"
        "init  W[x]=0\n"
        "init  W[y]=0\n"
        "      po: a->b c->d\n"
        "      rf: init[x]->d init[y]->b\n"
        "      co: init[x]->a init[y]->c\n"
        "      fr: b->c d->a\n"
        "      ctrl: c->d\n"
        "      before: a->b b->c …\n"
        "\n");
}

TEST_CASE("a full text has all relations that the model names", "[export][execution]") {
  const std::string text = text_of(sample_test(), sample_execution(), TraceDetail::full);
  CHECK(contains(text, "      ctrl: c->d\n      same-thread: a->a\n      before: a->b b->c …\n\n"));
  CHECK_FALSE(contains(text, "nothing"));
  CHECK_FALSE(contains(text_of(sample_test(), sample_execution()), "same-thread"));
}

TEST_CASE("no line of an execution begins a block", "[export][execution]") {
  Execution execution = sample_execution();
  execution.shown = {"Test SB Allowed"};
  execution.relations.push_back({"Test SB Allowed", {{2, 3}}});
  CHECK_FALSE(contains(text_of(sample_test(), execution), "\nTest "));
}

TEST_CASE("fences and barriers are said by their instruction", "[export][execution]") {
  const Test test = short_test(
      "0,0: st.weak x, 1; fence.sc.gpu; bar.sync 0; fence.proxy.alias || 0,0: bar.sync 0",
      "exists ([x]=1)");
  const std::string text = text_of(test, execution_of(test, "let a = sync_fence"));
  CHECK(contains(text, ": fence.sc.gpu\n"));
  CHECK(contains(text, ": bar.sync 0\n"));
  CHECK(contains(text, ": fence.proxy.alias\n"));
  CHECK(contains(text, "      sync_barrier: c->e e->c\n"));
}

TEST_CASE("only next writes have a coherence edge or a from-read", "[export][execution]") {
  const Test test =
      short_test("0,0: ld.weak r0, x; st.weak x, 1; st.weak x, 2; st.weak x, 3", "exists (0:r0=0)");
  const Execution execution = execution_of(test, "acyclic po & loc | rf | co | fr");
  const EventGraph graph = event_graph(test, execution);
  REQUIRE(graph.nodes.size() == 5);  // y is mentioned by nothing
  CHECK(graph.program_order == std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  CHECK(graph.coherence == std::vector<Edge>{{1, 2}, {2, 3}, {4, 1}});
  CHECK(graph.from_reads == std::vector<Edge>{{0, 1}});
  CHECK(reference(graph.nodes[4]) == "init[x]");
}

TEST_CASE("an atomic's own write has rmw and no from-read", "[export][execution]") {
  const Test test =
      short_test("0,0: atom.add.relaxed.gpu r0, x, 1; st.weak x, 5", "exists (0:r0=0)");
  const EventGraph graph = event_graph(test, execution_of(test, "acyclic po | rf | co | fr"));
  CHECK(graph.from_reads.empty());
  REQUIRE(graph.further.size() == 2);
  CHECK(graph.further[0].name == "data");
  CHECK(graph.further[1].name == "rmw");
  CHECK(graph.further[1].edges == std::vector<Edge>{{0, 1}});
  CHECK_FALSE(graph.further[1].abridged);
}

TEST_CASE("only orders are abridged", "[export][execution]") {
  CHECK(is_order({}));
  CHECK(is_order({{0, 1}, {0, 2}, {1, 2}}));
  CHECK_FALSE(is_order({{0, 1}, {1, 2}}));
  CHECK_FALSE(is_order({{0, 0}}));
  CHECK_FALSE(is_order({{0, 1}, {1, 0}, {0, 0}, {1, 1}}));
  CHECK(without_implied({{0, 1}, {0, 2}, {1, 2}}) == std::vector<Edge>{{0, 1}, {1, 2}});
  CHECK(without_implied({{0, 1}, {2, 3}}) == std::vector<Edge>{{0, 1}, {2, 3}});
  Execution execution = sample_execution();
  execution.shown = {"chain"};
  execution.relations.push_back({"chain", {{2, 3}, {3, 4}}});  // lacks a->c: no order
  CHECK(contains(text_of(sample_test(), execution), "      chain: a->b b->c\n"));
}

TEST_CASE("a drawing of an execution has what the model shows", "[export][execution]") {
  const std::string dot = dot_of(sample_test(), sample_execution());
  CHECK(contains(dot, "label=\"Test SB, mine\""));
  CHECK(contains(dot, "e0 [label=\"a: W.weak[x]=1\\nline 4\"]"));
  CHECK(contains(dot, "e4 [label=\"init: W[x]=0\", shape=box]"));
  CHECK(contains(dot, "e0 -> e1 [label=\"po\", color=\"black\""));
  CHECK(contains(dot, "e4 -> e3 [label=\"rf\", color=\"red\""));
  CHECK(contains(dot, "e4 -> e0 [label=\"co\", color=\"blue\""));
  CHECK(contains(dot, "e3 -> e0 [label=\"fr\", color=\"#ffa040\""));
  CHECK(contains(dot, "e2 -> e3 [label=\"ctrl\", color=\"indigo\""));
  CHECK(contains(dot, "e1 -> e2 [label=\"before\""));
  CHECK_FALSE(contains(dot, "e0 -> e2 [label=\"before\""));
  CHECK_FALSE(contains(dot, "same-thread"));
}

TEST_CASE("an execution as JSON has every pair", "[export][execution]") {
  const auto json = json_execution(sample_test(), sample_execution());
  REQUIRE(json["events"].size() == 6);
  CHECK(json["events"][0]["letter"] == "init[x]");
  CHECK(json["events"][0]["kind"] == "initial_write");
  CHECK(json["events"][0]["thread"].is_null());
  CHECK(json["events"][0]["source"].is_null());
  CHECK(json["events"][5]["letter"] == "d");
  CHECK(json["events"][5]["kind"] == "read");
  CHECK(json["events"][5]["thread"] == 1);
  CHECK(json["events"][5]["instruction"] == 1);
  CHECK(json["events"][5]["source"]["line"] == 5);
  CHECK(json["events"][5]["address"] == "x");
  CHECK(json["events"][5]["value"] == 0);
  CHECK(json["relations"]["before"] ==
        nlohmann::ordered_json::parse(R"([["a", "b"], ["a", "c"], ["b", "c"]])"));
  CHECK(json["relations"]["rf"][0] == nlohmann::ordered_json({"init[x]", "d"}));
  CHECK(json["relations"]["rmw"] == nlohmann::ordered_json::array());
  CHECK(json["shown"] == nlohmann::ordered_json({"before", "nothing"}));
}
