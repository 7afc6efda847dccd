#include "export/dot.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <string_view>

#include "export/dot_text.hpp"
#include "export/event_label.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

// "subgroup 0", "warp 1": what a thread is in inside of its CTA, where the program makes a
// difference.
std::string warp_text(const Program& program, const Thread& thread) {
  if (program.language == Language::vulkan) return ", subgroup " + std::to_string(thread.warp);
  const bool several = std::ranges::any_of(
      program.threads, [&](const Thread& other) { return other.warp != thread.warp; });
  return several ? ", warp " + std::to_string(thread.warp) : "";
}

class DotWriter {
 public:
  DotWriter(std::ostream& out, const Test& test, const EventGraph& graph, const Drawing& drawing)
      : out_(out), test_(test), graph_(graph), drawing_(drawing) {}

  void write() const {
    std::vector<std::string> caption = drawing_.caption;
    caption.insert(caption.begin(), "Test " + test_.name);
    if (caption.size() > 1) {
      caption[1] = caption[0] + ", " + caption[1];
      caption.erase(caption.begin());
    }
    out_ << "digraph " << dot_quoted(test_.name) << " {\n";
    out_ << "  label=" << dot_lines(caption) << ";\n";
    out_ << "  newrank=true;\n";  // so that heads of columns in several boxes can be in one row
    out_ << "  node [shape=none, fontname=\"monospace\", margin=\"0.05,0.02\"];\n";
    write_places();
    write_columns();
    if (drawing_.options.initial_writes) write_initial_writes();
    for (const DrawnRelation& relation : relations_of(graph_)) write_relation(relation);
    out_ << "}\n";
  }

 private:
  const std::vector<Thread>& threads() const { return test_.program.threads; }

  // GPUs are drawn where there are several, CTAs always.
  void write_places() const {
    std::set<std::uint32_t> gpus;
    for (const Thread& thread : threads()) gpus.insert(thread.gpu);
    const bool vulkan = test_.program.language == Language::vulkan;
    for (const std::uint32_t gpu : gpus) {
      if (gpus.size() == 1) {
        write_ctas(gpu, "  ");
        continue;
      }
      out_ << "  subgraph cluster_gpu" << gpu << " {\n    label="
           << dot_quoted((vulkan ? "queue family " : "gpu ") + std::to_string(gpu))
           << "; style=dashed; color=gray;\n";
      write_ctas(gpu, "    ");
      out_ << "  }\n";
    }
  }

  void write_ctas(std::uint32_t gpu, const std::string& indent) const {
    std::set<std::uint32_t> ctas;
    for (const Thread& thread : threads()) {
      if (thread.gpu == gpu) ctas.insert(thread.cta);
    }
    const bool vulkan = test_.program.language == Language::vulkan;
    for (const std::uint32_t cta : ctas) {
      out_ << indent << "subgraph cluster_gpu" << gpu << "_cta" << cta << " {\n";
      out_ << indent
           << "  label=" << dot_quoted((vulkan ? "workgroup " : "cta ") + std::to_string(cta))
           << "; color=gray;\n";
      for (std::size_t t = 0; t < threads().size(); ++t) {
        if (threads()[t].gpu == gpu && threads()[t].cta == cta) write_thread(t, indent + "  ");
      }
      out_ << indent << "}\n";
    }
  }

  void write_thread(std::size_t thread, const std::string& indent) const {
    const Thread& here = threads()[thread];
    const std::string name = thread_name(thread) + (here.label.empty() ? "" : ", " + here.label) +
                             warp_text(test_.program, here);
    std::vector<std::string> head{name};
    if (thread < drawing_.threads.size() && !drawing_.threads[thread].empty()) {
      head.push_back(drawing_.threads[thread]);
    }
    out_ << indent << "t" << thread << " [label=" << dot_lines(head)
         << ", fontname=\"sans bold\"];\n";
    write_nodes(thread, false, indent);
    const bool loops = std::ranges::any_of(
        graph_.nodes, [&](const EventNode& node) { return node.thread == thread && node.repeats; });
    if (!loops) return;
    out_ << indent << "subgraph cluster_t" << thread << "_loop {\n"
         << indent << "  label=\"loop\"; style=dashed; color=black;\n";
    write_nodes(thread, true, indent + "  ");
    out_ << indent << "}\n";
  }

  void write_nodes(std::size_t thread, bool repeating, const std::string& indent) const {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (graph_.nodes[i].thread != thread || graph_.nodes[i].repeats != repeating) continue;
      write_node(i, indent);
      if (!drawing_.options.initial_writes && reads_initial(i)) {
        out_ << indent << "i" << i
             << " [shape=point, style=invis, width=0, height=0, label=\"\"];\n";
      }
    }
  }

  void write_node(std::size_t index, const std::string& indent) const {
    const EventNode& node = graph_.nodes[index];
    std::string first = node.letter + ": " + drawn_text(node);
    if (node.step > 0) first += " (" + std::to_string(node.step) + ')';
    std::vector<std::string> lines{first};
    if (!node.place.empty()) lines.push_back(node.place);
    out_ << indent << "e" << index << " [label=" << dot_lines(lines);
    if (!node.thread) out_ << ", shape=box";
    if (node.blamed) out_ << ", fontname=\"monospace bold\", fontcolor=red";
    out_ << "];\n";
  }

  // Heads in one row and in order, and under each the first event of its thread.
  void write_columns() const {
    out_ << "  { rank=same;";
    for (std::size_t t = 0; t < threads().size(); ++t) out_ << " t" << t << ';';
    out_ << " }\n";
    for (std::size_t t = 0; t < threads().size(); ++t) {
      if (t > 0) out_ << "  t" << t - 1 << " -> t" << t << " [style=invis];\n";
      const auto first = std::ranges::find(graph_.nodes, std::optional(static_cast<ThreadId>(t)),
                                           &EventNode::thread);
      if (first == graph_.nodes.end()) continue;
      out_ << "  t" << t << " -> e" << first - graph_.nodes.begin()
           << " [style=invis, weight=10];\n";
    }
  }

  void write_initial_writes() const {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!graph_.nodes[i].thread) write_node(i, "  ");
    }
  }

  bool is_initial(std::size_t node) const { return !graph_.nodes[node].thread; }

  bool reads_initial(std::size_t node) const {
    return std::ranges::any_of(graph_.reads_from, [&](const Edge& edge) {
      return edge.second == node && is_initial(edge.first);
    });
  }

  // Program order alone places the nodes: the other relations may point upwards.
  void write_relation(const DrawnRelation& relation) const {
    const std::vector<std::string>& unshown = drawing_.options.unshown;
    if (std::ranges::find(unshown, relation.name) != unshown.end()) return;
    for (const auto& [from, to] : relation.edges) {
      const bool hidden = is_initial(from) && !drawing_.options.initial_writes;
      if (hidden && relation.name != "rf") continue;
      const std::string colour = dot_quoted(relation.colour);
      out_ << "  " << (hidden ? "i" : "e") << (hidden ? to : from) << " -> e" << to
           << " [label=" << dot_quoted(relation.name) << ", color=" << colour
           << ", fontcolor=" << colour;
      const bool emphasised =
          std::ranges::find(relation.emphasised, Edge{from, to}) != relation.emphasised.end();
      if (emphasised) out_ << ", penwidth=3, fontname=\"sans bold\"";
      if (relation.name == "po") {
        out_ << ", weight=10";
      } else if (!hidden) {  // the point of one stands above its read
        out_ << ", constraint=false";
      }
      out_ << "];\n";
    }
  }

  std::ostream& out_;
  const Test& test_;
  const EventGraph& graph_;
  const Drawing& drawing_;
};

}  // namespace

void write_dot(std::ostream& out, const Test& test, const EventGraph& graph,
               const Drawing& drawing) {
  DotWriter(out, test, graph, drawing).write();
}

}  // namespace opexplore
