#include "export/diagram.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "export/dot_text.hpp"

namespace opexplore {
namespace {

// Graphviz knows nodes by number, so that no label can be taken for a name of the file's own.
std::string node(const Diagram& diagram, const std::string& label) {
  const auto found = std::ranges::find(diagram.nodes, label);
  if (found == diagram.nodes.end()) {
    throw std::logic_error("the diagram " + diagram.title + " lacks the node " + label);
  }
  return "n" + std::to_string(found - diagram.nodes.begin());
}

}  // namespace

void write_dot(std::ostream& out, const Diagram& diagram) {
  out << "digraph " << dot_quoted(diagram.title) << " {\n";
  out << "  label=" << dot_quoted(diagram.title) << ";\n";
  out << "  node [shape=ellipse, fontname=\"monospace\"];\n";
  out << "  edge [fontname=\"monospace\"];\n";
  out << "  start [shape=point, label=\"\"];\n";
  for (const std::string& label : diagram.nodes) {
    out << "  " << node(diagram, label) << " [label=" << dot_quoted(label) << "];\n";
  }
  out << "  start -> " << node(diagram, diagram.initial) << ";\n";
  for (const Diagram::Edge& edge : diagram.edges) {
    out << "  " << node(diagram, edge.from) << " -> " << node(diagram, edge.to)
        << " [label=" << dot_lines(edge.labels) << "];\n";
  }
  out << "}\n";
}

}  // namespace opexplore
