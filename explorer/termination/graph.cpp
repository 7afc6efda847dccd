#include "explorer/termination/graph.hpp"

#include <algorithm>
#include <unordered_map>

namespace opexplore {
namespace {

struct RunNode {
  std::uint32_t state = 0;
  ThreadMask started = 0;
  bool operator==(const RunNode&) const = default;
};

struct HashRunNode {
  std::size_t operator()(const RunNode& node) const {
    return (node.started * 0x9e3779b97f4a7c15U) ^ (node.state * 0xc2b2ae3d27d4eb4fU);
  }
};

}  // namespace

RunGraph::RunGraph(const MachineGraph& machine, const Promise& promise, const Group& tree)
    : machine_(machine) {
  std::unordered_map<RunNode, std::uint32_t, HashRunNode> numbers;
  const auto meet = [&](RunNode node, std::uint32_t before, Step by) {
    const auto next = static_cast<std::uint32_t>(states_.size());
    const auto [place, is_new] = numbers.try_emplace(node, next);
    if (is_new) {
      states_.push_back(node.state);
      started_.push_back(node.started);
      before_.push_back(before);
      by_.push_back(by);
    }
    return place->second;
  };
  meet({0, 0}, 0, {});
  for (std::uint32_t node = 0; node < states_.size(); ++node) {
    first_.push_back(edges_.size());
    const ThreadMask may_step = admitted(promise, tree, threads(node));
    const std::uint32_t state = states_[node];
    for (std::uint64_t edge = machine.first[state]; edge < machine.first[state + 1]; ++edge) {
      const MachineEdge& taken = machine.edges[edge];
      const ThreadMask bit = taken.of_memory ? 0 : thread_bit(taken.step.thread);
      if ((bit & ~may_step) != 0) continue;
      edges_.push_back({meet({taken.to, started_[node] | bit}, node, taken.step), edge});
    }
  }
  first_.push_back(edges_.size());
}

bool RunGraph::is_deadlock(std::uint32_t node) const {
  const MachineNode& here = state(node);
  return here.end == NodeEnd::none && here.standing.waiting != 0 && edges_of(node).empty();
}

std::vector<Step> RunGraph::way_to(std::uint32_t node) const {
  std::vector<Step> way;
  for (; node != 0; node = before_[node]) way.push_back(by_[node]);
  std::ranges::reverse(way);
  return way;
}

}  // namespace opexplore
