#include "opmodel/ptx/time_graph.hpp"

#include <algorithm>

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/late_loads.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

TimeGraph::TimeGraph(const Semantics& semantics)
    : semantics_(semantics), barriers_(semantics.program()), order_(semantics.program()) {}

bool TimeGraph::precedes(Node first, Node second) const {
  return !semantics_.reading().barriers_by_instance &&
         order_.precedes(first.thread, first.at, second.thread, second.at);
}

bool TimeGraph::reads_before(Node read, Node write) const {
  const Access& to = semantics_.access(read.thread, read.at);
  const Access& from = semantics_.access(write.thread, write.at);
  const bool same =
      to.address == from.address && to.proxy == Proxy::generic && from.proxy == Proxy::generic;
  return same && precedes(read, write);
}

bool TimeGraph::is_barrier(Node node) const {
  return semantics_.rule(node.thread, node.at) == number<barrier_>;
}

bool TimeGraph::same_barrier(Node one, Node other) const {
  if (!is_barrier(one) || !is_barrier(other)) return false;
  const auto resource = [&](Node node) {
    return resource_of(*barrier_of(semantics_.instruction(node.thread, node.at).action));
  };
  return resource(one) && resource(one) == resource(other);
}

bool TimeGraph::takes_along(Node from, Node to) const {
  return same_barrier(from, to) && always_takes_along(semantics_.program(), to);
}

bool TimeGraph::may_pass_by(Node node) const {
  const Thread& thread = semantics_.program().threads[node.thread];
  return std::ranges::any_of(successors_of(thread, node.at), [&](InstructionId next) {
    return barriers_.may_pass_by(node.thread, node.at, next);
  });
}

Marks TimeGraph::no_marks() const {
  Marks marks;
  for (const Thread& thread : semantics_.program().threads) {
    marks.emplace_back(thread.instructions.size(), 0);
  }
  return marks;
}

std::vector<InstructionId> TimeGraph::next(Node node) const {
  const auto& code = semantics_.program().threads[node.thread].instructions;
  std::vector<InstructionId> result;
  const auto add = [&](std::size_t at) {
    if (at < code.size()) result.push_back(static_cast<InstructionId>(at));
  };
  const Branch* const branch = branch_of(code[node.at].action);
  if (branch == nullptr || branch->comparison) add(node.at + 1U);
  if (branch != nullptr) add(branch->target);
  return result;
}

void TimeGraph::mark_after(Node node, Marks& later) const {
  std::vector<Node> open{node};
  while (!open.empty()) {
    const Node from = open.back();
    open.pop_back();
    for (const InstructionId at : next(from)) {
      if (later[node.thread][at] != 0) continue;
      later[node.thread][at] = 1;
      open.push_back({node.thread, at});
    }
  }
}

// Calls use(Node, its access) for the instructions of all threads.
template <class Use>
void TimeGraph::for_each_node(const Use& use) const {
  for (std::size_t t = 0; t < semantics_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t i = 0; i < semantics_.program().threads[t].instructions.size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      use(Node{thread, at}, semantics_.access(thread, at));
    }
  }
}

void TimeGraph::reach_other_threads(Node node, std::vector<Node>& found) const {
  const Access& from = semantics_.access(node.thread, node.at);
  if (from.writes) {
    for_each_node([&](Node other, const Access& to) {
      const bool reads_from = to.reads && to.location == from.location;
      if (reads_from && !reads_before(other, node)) found.push_back(other);
    });
  }
  reach_barriers(node, found);
}

void TimeGraph::reach_barriers(Node node, std::vector<Node>& found) const {
  if (!is_barrier(node) && !may_pass_by(node)) return;
  const Access& from = semantics_.access(node.thread, node.at);
  for_each_node([&](Node other, const Access& to) {
    if (other.thread == node.thread || to.cta != from.cta || !is_barrier(other)) return;
    if (!precedes(other, node)) found.push_back(other);
  });
}

Marks TimeGraph::everything_after(const std::vector<Node>& starts) const {
  Marks reached = no_marks();
  std::vector<Node> open;
  const auto reach = [&](Node node) {
    if (reached[node.thread][node.at] != 0) return;
    reached[node.thread][node.at] = 1;
    open.push_back(node);
  };
  for (const Node start : starts) reach(start);
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    std::vector<Node> found;
    for (const InstructionId at : next(node)) found.push_back({node.thread, at});
    reach_other_threads(node, found);
    for (const Node other : found) reach(other);
  }
  return reached;
}

}  // namespace opexplore::ptx_model
