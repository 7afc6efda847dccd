#include "explorer/termination/graph.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace opexplore {
namespace {

struct RunNode {
  std::uint32_t state = 0;
  ThreadMask started = 0;
  std::uint32_t stacks = 0;
  bool operator==(const RunNode&) const = default;
};

struct HashRunNode {
  std::size_t operator()(const RunNode& node) const {
    return (node.started * 0x9e3779b97f4a7c15U) ^ (node.state * 0xc2b2ae3d27d4eb4fU) ^
           (node.stacks * 0x165667b19e3779f9U);
  }
};

// Gives each value of the stacks a number.
class StackNumbers {
 public:
  StackNumbers(const MachineGraph& machine, const Warps& warps, std::vector<WarpStacks>& stacks)
      : machine_(machine), warps_(warps), stacks_(stacks) {}

  std::uint32_t initial() { return number(warps_.initial(places(0))); }

  // After a step of a thread from one state of the machine to another.
  std::uint32_t after(std::uint32_t stacks, std::uint32_t from, const MachineEdge& edge) {
    if (warps_.empty() || edge.of_memory) return stacks;
    WarpStacks next = stacks_[stacks];
    warps_.step(next, edge.step.thread, machine_.places_of(from), places(edge.to));
    return number(next);
  }

 private:
  Places places(std::uint32_t state) const {
    return {machine_.places_of(state), machine_.nodes[state].standing.waiting};
  }

  std::uint32_t number(const WarpStacks& stacks) {
    const auto next = static_cast<std::uint32_t>(stacks_.size());
    const auto [place, is_new] = numbers_.try_emplace(stacks, next);
    if (is_new) stacks_.push_back(stacks);
    return place->second;
  }

  const MachineGraph& machine_;
  const Warps& warps_;
  std::vector<WarpStacks>& stacks_;
  std::map<WarpStacks, std::uint32_t> numbers_;
};

}  // namespace

RunGraph::RunGraph(const MachineGraph& machine, const Promise& promise, const Group& tree,
                   const Warps& warps)
    : machine_(machine) {
  StackNumbers stacks(machine, warps, stacks_);
  const ThreadMask told = asks_who_has_started(promise) ? tree.threads : 0;
  std::unordered_map<RunNode, std::uint32_t, HashRunNode> numbers;
  const auto meet = [&](RunNode node, std::uint32_t before, Step by) {
    const auto next = static_cast<std::uint32_t>(states_.size());
    const auto [place, is_new] = numbers.try_emplace(node, next);
    if (is_new) {
      states_.push_back(node.state);
      started_.push_back(node.started);
      stacks_of_.push_back(node.stacks);
      before_.push_back(before);
      by_.push_back(by);
    }
    return place->second;
  };
  meet({0, 0, stacks.initial()}, 0, {});
  for (std::uint32_t node = 0; node < states_.size(); ++node) {
    first_.push_back(edges_.size());
    const Threads here = threads(node);
    const ThreadMask may_step = admitted(promise, tree, here) & ~here.disabled;
    const std::uint32_t state = states_[node];
    for (std::uint64_t edge = machine.first[state]; edge < machine.first[state + 1]; ++edge) {
      const MachineEdge& taken = machine.edges[edge];
      const ThreadMask bit = taken.of_memory ? 0 : thread_bit(taken.step.thread);
      if ((bit & ~may_step) != 0) continue;
      const std::uint32_t then = stacks.after(stacks_of_[node], state, taken);
      edges_.push_back(
          {meet({taken.to, started_[node] | (bit & told), then}, node, taken.step), edge});
    }
  }
  first_.push_back(edges_.size());
}

bool RunGraph::is_deadlock(std::uint32_t node) const {
  const MachineNode& here = state(node);
  return here.end == NodeEnd::none && !here.may_be_dead_end && here.standing.waiting != 0 &&
         edges_of(node).empty();
}

std::vector<Step> RunGraph::way_to(std::uint32_t node) const {
  std::vector<Step> way;
  for (; node != 0; node = before_[node]) way.push_back(by_[node]);
  std::ranges::reverse(way);
  return way;
}

}  // namespace opexplore
