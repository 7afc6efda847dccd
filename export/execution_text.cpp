#include "export/execution_text.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "export/columns.hpp"
#include "export/event_graph.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

const Instruction* instruction_of(const Test& test, const EventNode& node) {
  if (!node.thread || !node.instruction) return nullptr;
  return &test.program.threads[*node.thread].instructions[*node.instruction];
}

// "line 4: st.weak x, 1"
std::string source_text(const Test& test, const EventNode& node) {
  const Instruction* const instruction = instruction_of(test, node);
  return instruction == nullptr ? std::string() : placed_text(*instruction);
}

// "   a  P0  line 4: st.weak x, 1  W[x]=1"; what is no access is said by its instruction.
void write_events(std::ostream& out, const Test& test, const std::vector<EventNode>& nodes) {
  std::size_t width = 0;
  for (const EventNode& node : nodes) width = std::max(width, source_text(test, node).size());
  for (const EventNode& node : nodes) {
    out << std::string(node.letter.size() < 4 ? 4 - node.letter.size() : 0, ' ') << node.letter
        << "  ";
    if (!node.thread) {
      out << node.operation << '\n';
      continue;
    }
    const std::string source = source_text(test, node);
    const Instruction* const at = instruction_of(test, node);
    const bool told = at != nullptr && at->place.line != 0 && !at->code;
    const bool access = !told || at->text != node.operation;
    out << thread_name(*node.thread) << "  "
        << (access ? padded(source, width) + "  " + node.operation : source) << '\n';
  }
}

void write_relation(std::ostream& out, const std::vector<EventNode>& nodes, const std::string& name,
                    const std::vector<Edge>& edges, bool abridged) {
  if (edges.empty()) return;
  out << trace_margin << name << ':';
  for (const auto& [from, to] : edges) {
    out << ' ' << reference(nodes[from]) << "->" << reference(nodes[to]);
  }
  out << (abridged ? " …\n" : "\n");
}

}  // namespace

void write_execution(std::ostream& out, const Test& test, const Execution& execution,
                     const ExecutionTitle& title, TraceDetail detail) {
  const EventGraph graph = event_graph(
      test, execution, detail == TraceDetail::full ? ModelRelations::all : ModelRelations::shown);
  out << "Execution of " << test.name << ", " << title.model << ", to " << title.goal << '\n';
  write_events(out, test, graph.nodes);
  write_relation(out, graph.nodes, "po", graph.program_order, false);
  write_relation(out, graph.nodes, "rf", graph.reads_from, false);
  write_relation(out, graph.nodes, "co", graph.coherence, false);
  write_relation(out, graph.nodes, "fr", graph.from_reads, false);
  for (const FurtherRelation& relation : graph.further) {
    write_relation(out, graph.nodes, relation.name, relation.edges, relation.abridged);
  }
  out << '\n';
}

}  // namespace opexplore
