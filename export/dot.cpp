#include "export/dot.hpp"

#include <array>
#include <ostream>
#include <string_view>

#include "export/dot_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

void write_node(std::ostream& out, std::size_t index, const EventNode& node) {
  std::string label = node.letter + ": " + node.operation;
  if (node.step > 0) label += " (" + std::to_string(node.step) + ')';
  out << "e" << index << " [label=" << dot_quoted(label);
  if (!node.thread) out << ", shape=box";
  if (node.blamed) out << ", fontname=\"monospace bold\", fontcolor=red";
  out << "];\n";
}

// The places of a thread, nearest first, as its language calls them.
std::string place_text(const Thread& thread, Language language) {
  const bool vulkan = language == Language::vulkan;
  const std::string cta = std::to_string(thread.cta), gpu = std::to_string(thread.gpu);
  if (!vulkan) return "cta " + cta + ", gpu " + gpu;
  return "subgroup " + std::to_string(thread.warp) + ", workgroup " + cta + ", queue family " + gpu;
}

void write_nodes(std::ostream& out, const Test& test, const EventGraph& graph) {
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    const Thread& place = test.program.threads[thread];
    const std::string label = thread_name(thread) + ", " + place_text(place, test.program.language);
    out << "  subgraph cluster_" << thread << " {\n    label=" << dot_quoted(label) << ";\n";
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (graph.nodes[i].thread != thread) continue;
      out << "    ";
      write_node(out, i, graph.nodes[i]);
    }
    out << "  }\n";
  }
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].thread) continue;
    out << "  ";
    write_node(out, i, graph.nodes[i]);
  }
}

// Program order alone places the nodes: the other relations may point upwards.
void write_edges(std::ostream& out, const std::vector<Edge>& edges, const std::string& name,
                 const std::string& colour) {
  for (const auto& [from, to] : edges) {
    out << "  e" << from << " -> e" << to << " [label=" << dot_quoted(name)
        << ", color=" << dot_quoted(colour) << ", fontcolor=" << dot_quoted(colour);
    if (name != "po") out << ", constraint=false";
    out << "];\n";
  }
}

// Of relations beside herd's four; what a model shows takes the others in turn.
std::string colour_of(const std::string& name, std::size_t& others) {
  if (name == "addr" || name == "data" || name == "ctrl") return "indigo";
  if (name == "rmw") return "brown";
  if (name == "race") return "red";
  if (name == "sync_fence") return "darkgreen";
  if (name == "sync_barrier") return "purple";
  constexpr std::array<std::string_view, 5> free{"#008b8b", "#c71585", "#808000", "#708090",
                                                 "#b8860b"};
  return std::string(free[others++ % free.size()]);
}

}  // namespace

void write_dot(std::ostream& out, const Test& test, const EventGraph& graph,
               const std::string& source) {
  out << "digraph " << dot_quoted(test.name) << " {\n";
  out << "  label=" << dot_quoted("Test " + test.name + ", " + source) << ";\n";
  out << "  node [shape=none, fontname=\"monospace\"];\n";
  write_nodes(out, test, graph);
  write_edges(out, graph.program_order, "po", "black");
  write_edges(out, graph.reads_from, "rf", "red");
  write_edges(out, graph.coherence, "co", "blue");
  write_edges(out, graph.from_reads, "fr", "#ffa040");
  std::size_t others = 0;
  for (const FurtherRelation& relation : graph.further) {
    write_edges(out, relation.edges, relation.name, colour_of(relation.name, others));
  }
  out << "}\n";
}

void write_dot(std::ostream& out, const Test& test, const Trace& trace, const std::string& machine,
               const Why* why, const RacingPair* race) {
  EventGraph graph = event_graph(test, trace);
  if (race != nullptr) mark_race(*race, graph);
  if (why != nullptr) mark_blamed(*why, graph);
  write_dot(out, test, graph, machine);
}

void write_dot(std::ostream& out, const Test& test, const Execution& execution,
               const std::string& model) {
  write_dot(out, test, event_graph(test, execution), model);
}

}  // namespace opexplore
