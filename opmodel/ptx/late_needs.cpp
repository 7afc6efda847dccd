#include "opmodel/ptx/late_needs.hpp"

#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

namespace {

std::vector<Node> all_nodes(const Semantics& semantics) {
  std::vector<Node> nodes;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const std::size_t count = semantics.program().threads[t].instructions.size();
    for (std::size_t at = 0; at < count; ++at) {
      nodes.push_back({static_cast<ThreadId>(t), static_cast<InstructionId>(at)});
    }
  }
  return nodes;
}

bool is_fence_sc(const Semantics& semantics, Node node) {
  return semantics.rule(node.thread, node.at) == number<fence_sc_>;
}

Scope fence_scope(const Semantics& semantics, Node node) {
  return fence_of(semantics.instruction(node.thread, node.at).action)->scope;
}

// Appends the fences that Fence-SC may put after this one, in other threads.
void reach_fences(const Semantics& semantics, const std::vector<Node>& nodes, Node fence,
                  std::vector<Node>& found) {
  const Scope scope = fence_scope(semantics, fence);
  for (const Node other : nodes) {
    if (other.thread != fence.thread && is_fence_sc(semantics, other) &&
        morally_strong_fences(semantics, fence.thread, scope, other.thread,
                              fence_scope(semantics, other))) {
      found.push_back(other);
    }
  }
}

using Edges = std::vector<std::vector<std::vector<Node>>>;

// By thread and instruction, what may lead to it at once.
Edges predecessors(const Semantics& semantics, const std::vector<Node>& nodes) {
  const TimeGraph graph(semantics);
  Edges result;
  for (const Thread& thread : semantics.program().threads) {
    result.emplace_back(thread.instructions.size());
  }
  for (const Node node : nodes) {
    std::vector<Node> found;
    for (const InstructionId at : graph.next(node)) found.push_back({node.thread, at});
    graph.reach_other_threads(node, found);
    if (is_fence_sc(semantics, node)) reach_fences(semantics, nodes, node, found);
    for (const Node other : found) result[other.thread][other.at].push_back(node);
  }
  return result;
}

}  // namespace

LateNeeds::LateNeeds(const Semantics& semantics) {
  const std::vector<Node> nodes = all_nodes(semantics);
  const Edges before = predecessors(semantics, nodes);
  const TimeGraph graph(semantics);
  for (std::size_t location = 0; location < semantics.locations(); ++location) {
    Marks& leads = leads_.emplace_back(graph.no_marks());
    std::vector<Node> open;
    const auto reach = [&](Node node) {
      if (leads[node.thread][node.at] != 0) return;
      leads[node.thread][node.at] = 1;
      open.push_back(node);
    };
    for (const Node node : nodes) {
      const Access& access = semantics.access(node.thread, node.at);
      if (access.writes && access.location == location) reach(node);
    }
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (const Node earlier : before[node.thread][node.at]) reach(earlier);
    }
  }
}

}  // namespace opexplore::ptx_model
