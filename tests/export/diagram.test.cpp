// Automata of machines as Graphviz reads them.
#include "export/diagram.hpp"

#include <sstream>
#include <stdexcept>
#include <string>

#include "explorer/explore.hpp"
#include "tests/catch.hpp"
#include "tests/skip.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string text_of(const Diagram& diagram) {
  std::ostringstream out;
  write_dot(out, diagram);
  return out.str();
}

Diagram toy_diagram() {
  return {"A \"door\"",
          "shut",
          {"open", "shut", "a\\b"},
          {{"shut", "open", {"push", "say \"friend\""}}, {"open", "open", {}}}};
}

// Whether Graphviz takes it.
bool is_drawn(const std::string& text) {
  const Folder folder;
  return run("dot -Tsvg " + folder.add("diagram.dot", text) + " >/dev/null").status == 0;
}

}  // namespace

TEST_CASE("diagram: nodes in order, edges with lines, the initial one marked",
          "[export][diagram]") {
  CHECK(text_of(toy_diagram()) ==
        "digraph \"A \\\"door\\\"\" {\n"
        "  label=\"A \\\"door\\\"\";\n"
        "  node [shape=ellipse, fontname=\"monospace\"];\n"
        "  edge [fontname=\"monospace\"];\n"
        "  start [shape=point, label=\"\"];\n"
        "  n0 [label=\"open\"];\n"
        "  n1 [label=\"shut\"];\n"
        "  n2 [label=\"a\\\\b\"];\n"
        "  start -> n1;\n"
        "  n1 -> n0 [label=\"push\\nsay \\\"friend\\\"\"];\n"
        "  n0 -> n0 [label=\"\"];\n"
        "}\n");
}

TEST_CASE("diagram: a node that is not listed is a mistake", "[export][diagram]") {
  Diagram diagram = toy_diagram();
  diagram.initial = "ajar";
  CHECK_THROWS_AS(text_of(diagram), std::logic_error);
  diagram = toy_diagram();
  diagram.edges.push_back({"open", "ajar", {"pull"}});
  CHECK_THROWS_AS(text_of(diagram), std::logic_error);
}

TEST_CASE("diagram: Graphviz draws those of all machines", "[export][diagram]") {
  if (!graphviz_or_skip()) return;
  CHECK(is_drawn(text_of(toy_diagram())));
  CHECK_FALSE(is_drawn("digraph {"));
  for (const MachineEntry& machine : machines()) {
    if (machine.diagram == nullptr) continue;
    INFO(machine.name);
    CHECK(is_drawn(text_of(machine.diagram())));
    CHECK(text_of(machine.diagram()) == text_of(machine.diagram()));
  }
}
