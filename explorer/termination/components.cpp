#include "explorer/termination/components.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace opexplore {
namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

// Tarjan, Depth-First Search and Linear Graph Algorithms, 1972, without recursion. Gives each
// component to `found` as the list of its nodes.
template <class Found>
class Tarjan {
 public:
  Tarjan(const RunGraph& graph, const Found& found)
      : graph_(graph), found_(found), index_(graph.size(), unseen), low_(graph.size()) {}

  void run() {
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      if (index_[node] == unseen) visit(node);
    }
  }

 private:
  struct Frame {
    std::uint32_t node = 0;
    std::size_t edge = 0;
  };

  void enter(std::uint32_t node) {
    index_[node] = low_[node] = next_++;
    open_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto edges = graph_.edges_of(frame.node);
      if (frame.edge == edges.size()) {
        leave();
        continue;
      }
      const std::uint32_t to = edges[frame.edge++].to;
      if (index_[to] == unseen) {
        enter(to);
      } else if (index_[to] != closed) {
        low_[frame.node] = std::min(low_[frame.node], index_[to]);
      }
    }
  }

  void leave() {
    const std::uint32_t node = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) {
      std::uint32_t& before = low_[frames_.back().node];
      before = std::min(before, low_[node]);
    }
    if (low_[node] != index_[node]) return;
    const auto begin = std::ranges::find(open_, node);
    const std::vector<std::uint32_t> nodes(begin, open_.end());
    open_.erase(begin, open_.end());
    for (const std::uint32_t member : nodes) index_[member] = closed;
    found_(nodes);
  }

  static constexpr std::uint32_t closed = unseen - 1;

  const RunGraph& graph_;
  const Found& found_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t next_ = 0;
};

void unite(Duties& all, const Duties& more) {
  Duties both;
  std::ranges::set_union(all, more, std::back_inserter(both));
  all = std::move(both);
}

}  // namespace

void UnpaidDuties::add_state(const Duties& open) {
  if (!open_) {
    open_ = open;
    return;
  }
  Duties both;
  std::ranges::set_intersection(*open_, open, std::back_inserter(both));
  open_ = std::move(both);
}

void UnpaidDuties::add_step(const StepDuties& duties) {
  unite(raised_, duties.raised);
  unite(paid_, duties.paid);
}

Duties UnpaidDuties::unpaid() const {
  Duties owed = open_.value_or(Duties{});
  unite(owed, raised_);
  Duties rest;
  std::ranges::set_difference(owed, paid_, std::back_inserter(rest));
  return rest;
}

Loops::Loops(const RunGraph& graph) : component_(graph.size()) {
  std::uint32_t count = 0;
  const auto found = [&](const std::vector<std::uint32_t>& nodes) {
    for (const std::uint32_t node : nodes) component_[node] = count;
    ++count;
    if (auto loop = loop_of(graph, nodes)) loops_.push_back(*loop);
  };
  Tarjan(graph, found).run();
  std::ranges::sort(loops_, {}, &Loop::entry);
}

std::optional<Loop> Loops::loop_of(const RunGraph& graph, const std::vector<std::uint32_t>& nodes) {
  Loop loop;
  loop.entry = *std::ranges::min_element(nodes);
  loop.component = component_[nodes.front()];
  for (const std::uint32_t node : nodes) {
    for (const RunEdge& edge : graph.edges_of(node)) {
      const MachineEdge& step = graph.step(edge);
      if (is_inside(loop, edge.to) && !step.of_memory) loop.run |= thread_bit(step.step.thread);
    }
  }
  if (loop.run == 0) return std::nullopt;
  ++cyclic_;
  if (!is_fair(graph, nodes)) return std::nullopt;
  loop.threads = graph.threads(loop.entry);
  loop.threads.waiting &= ~loop.run;
  return loop;
}

bool Loops::is_fair(const RunGraph& graph, const std::vector<std::uint32_t>& nodes) const {
  UnpaidDuties duties;
  for (const std::uint32_t node : nodes) {
    duties.add_state(graph.state(node).duties);
    for (const RunEdge& edge : graph.edges_of(node)) {
      const MachineEdge& step = graph.step(edge);
      if (component_[edge.to] != component_[node] || step.duties == MachineEdge::no_duties)
        continue;
      duties.add_step(graph.machine().step_duties[step.duties]);
    }
  }
  return duties.unpaid().empty();
}

}  // namespace opexplore
