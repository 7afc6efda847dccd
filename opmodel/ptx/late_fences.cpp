#include "opmodel/ptx/late_fences.hpp"

#include <algorithm>
#include <vector>

#include "opmodel/ptx/late_loads.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

namespace {

// The instructions of other threads to which `to` and what follows it in its thread leads.
void reach_from_rest(const TimeGraph& graph, Node to, std::vector<Node>& found) {
  Marks after = graph.no_marks();
  graph.mark_after(to, after);
  after[to.thread][to.at] = 1;
  for (std::size_t i = 0; i < after[to.thread].size(); ++i) {
    if (after[to.thread][i] == 0) continue;
    std::vector<Node> further;
    graph.reach_other_threads({to.thread, static_cast<InstructionId>(i)}, further);
    for (const Node other : further) {
      if (other.thread != to.thread) found.push_back(other);
    }
  }
}

// First hops out of the fence's thread that do not synchronise with a fence of `thread`.
// `own` marks what follows the fence.
std::vector<Node> first_hops(const TimeGraph& graph, Node fence, const Marks& own,
                             ThreadId thread) {
  std::vector<Node> starts;
  for (std::size_t i = 0; i < own[fence.thread].size(); ++i) {
    if (own[fence.thread][i] == 0) continue;
    const Node from{fence.thread, static_cast<InstructionId>(i)};
    std::vector<Node> found;
    graph.reach_other_threads(from, found);
    const Access& write = graph.semantics().access(from.thread, from.at);
    for (const Node to : found) {
      const Access& read = graph.semantics().access(to.thread, to.at);
      const bool synchronises = graph.semantics().reading().fence_sc_orders && write.writes &&
                                write.strong && graph.semantics().morally_strong(write, read);
      const bool barrier = graph.takes_along(from, to);
      if (to.thread == fence.thread) continue;
      if (to.thread != thread || !(synchronises || barrier)) {
        starts.push_back(to);
      } else {
        // The hop orders the fences itself; only what it leads to elsewhere counts.
        reach_from_rest(graph, to, starts);
      }
    }
  }
  return starts;
}

std::vector<Node> sc_fences(const TimeGraph& graph) {
  std::vector<Node> fences;
  for (std::size_t t = 0; t < graph.semantics().threads(); ++t) {
    const auto& code = graph.semantics().program().threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Node node{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
      if (graph.semantics().rule(node.thread, node.at) == number<fence_sc_>) fences.push_back(node);
    }
  }
  return fences;
}

// Whether Fence-SC relates two fence.sc of different threads (PTX ISA 8.9.3).
bool are_related(const TimeGraph& graph, Node one, Node other) {
  if (one.thread == other.thread) return false;
  const Semantics& semantics = graph.semantics();
  const auto scope = [&](Node node) {
    return fence_of(semantics.instruction(node.thread, node.at).action)->scope;
  };
  return morally_strong_fences(semantics, one.thread, scope(one), other.thread, scope(other));
}

bool fence_may_follow(const TimeGraph& graph, Node fence) {
  const auto first = fence_of(graph.semantics().instruction(fence.thread, fence.at).action);
  Marks own = graph.no_marks();
  graph.mark_after(fence, own);
  for (std::size_t t = 0; t < own.size(); ++t) {
    if (t == fence.thread) continue;
    const auto thread = static_cast<ThreadId>(t);
    const Scope needed = graph.semantics().distance(fence.thread, thread);
    if (first->scope < needed) continue;
    const Marks later = graph.everything_after(first_hops(graph, fence, own, thread));
    for (std::size_t i = 0; i < later[t].size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      if (later[t][i] == 0 || graph.semantics().rule(thread, at) != number<fence_sc_>) continue;
      if (fence_of(graph.semantics().instruction(thread, at).action)->scope >= needed) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool may_reorder_fences(const TimeGraph& graph) {
  const std::vector<Node> fences = sc_fences(graph);
  return std::ranges::any_of(fences, [&](Node fence) { return fence_may_follow(graph, fence); });
}

bool may_lead_past_fence_order(const TimeGraph& graph) {
  const std::vector<Node> fences = sc_fences(graph);
  const auto is_related = [&](Node one) {
    return std::ranges::any_of(fences, [&](Node other) { return are_related(graph, one, other); });
  };
  for (const Node from : fences) {
    if (!is_related(from)) continue;
    const Marks later = graph.everything_after({from});
    for (const Node to : fences) {
      if (to.thread == from.thread || later[to.thread][to.at] == 0) continue;
      if (!are_related(graph, from, to) && is_related(to)) return true;
    }
  }
  return false;
}

}  // namespace opexplore::ptx_model
