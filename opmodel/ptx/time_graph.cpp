#include "opmodel/ptx/time_graph.hpp"

#include "opmodel/parts/flow.hpp"
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

bool TimeGraph::may_pass_by(Node node) const {
  if (!barriers_.may_reach_any(node.thread, node.at)) return false;
  const Action& action = semantics_.instruction(node.thread, node.at).action;
  const Branch* const branch = branch_of(action);
  return branch != nullptr && branch->comparison;
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

// Reads-from from a write, and a barrier, or a branch past one, to the barriers of its CTA.
void TimeGraph::reach_other_threads(Node node, std::vector<Node>& found) const {
  const Access& from = semantics_.access(node.thread, node.at);
  const bool barrier = is_barrier(node) || may_pass_by(node);
  if (!from.writes && !barrier) return;
  for (std::size_t t = 0; t < semantics_.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& code = semantics_.program().threads[t].instructions;
    for (std::size_t i = 0; i < code.size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      const Access& to = semantics_.access(thread, at);
      const bool reads_from = from.writes && to.reads && to.location == from.location &&
                              !reads_before({thread, at}, node);
      const bool releases = barrier && thread != node.thread && to.cta == from.cta &&
                            is_barrier({thread, at}) && !precedes({thread, at}, node);
      if (reads_from || releases) found.push_back({thread, at});
    }
  }
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
