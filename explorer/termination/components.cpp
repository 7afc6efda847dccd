#include "explorer/termination/components.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace opexplore {
namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

// Tarjan, Depth-First Search and Linear Graph Algorithms, 1972, without recursion. Follows the
// edges that `kept` says, and gives each component to `found` as the list of its nodes.
template <class Kept, class Found>
class Tarjan {
 public:
  Tarjan(const RunGraph& graph, const Kept& kept, const Found& found)
      : graph_(graph),
        kept_(kept),
        found_(found),
        index_(graph.size(), unseen),
        low_(graph.size()) {}

  void run(const std::vector<std::uint32_t>& nodes) {
    for (const std::uint32_t node : nodes) {
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
      const RunEdge& edge = edges[frame.edge++];
      if (!kept_(edge)) continue;
      const std::uint32_t to = edge.to;
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
  const Kept& kept_;
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

Duties without(const Duties& all, const Duties& some) {
  Duties rest;
  std::ranges::set_difference(all, some, std::back_inserter(rest));
  return rest;
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
  return without(owed, paid_);
}

Duties UnpaidDuties::raised() const { return without(raised_, paid_); }

Loops::Loops(const RunGraph& graph) : graph_(graph), component_(graph.size()) {
  Nodes all(graph.size());
  std::iota(all.begin(), all.end(), 0U);
  look_at(all, {});
  std::ranges::sort(loops_, {}, &Loop::entry);
}

// All of `nodes` are in one component so far.
void Loops::look_at(const Nodes& nodes, const Duties& unpayable) {
  const std::uint32_t before = component_[nodes.front()];
  const auto kept = [&](const RunEdge& edge) {
    return component_[edge.to] == before && !raises(edge, unpayable);
  };
  std::vector<Nodes> parts;
  const auto found = [&](const Nodes& part) { parts.push_back(part); };
  Tarjan(graph_, kept, found).run(nodes);
  for (const Nodes& part : parts) {
    ++components_;
    for (const std::uint32_t node : part) component_[node] = components_;
  }
  for (const Nodes& part : parts) {
    std::optional<Loop> loop = loop_of(part, unpayable);
    if (!loop) continue;
    if (unpayable.empty()) ++cyclic_;
    const UnpaidDuties duties = duties_of(*loop, part);
    if (duties.unpaid().empty()) {
      loops_.push_back(*std::move(loop));
    } else if (Duties more = duties.raised(); !more.empty()) {
      unite(more, unpayable);
      look_at(part, more);
    }
  }
}

std::optional<Loop> Loops::loop_of(const Nodes& nodes, const Duties& unpayable) const {
  Loop loop;
  loop.entry = *std::ranges::min_element(nodes);
  loop.component = component_[nodes.front()];
  loop.unpayable = unpayable;
  for (const std::uint32_t node : nodes) {
    for (const RunEdge& edge : graph_.edges_of(node)) {
      const MachineEdge& step = graph_.step(edge);
      if (is_inside(loop, edge) && !step.of_memory) loop.run |= thread_bit(step.step.thread);
    }
  }
  if (loop.run == 0) return std::nullopt;
  loop.threads = graph_.threads(loop.entry);
  loop.threads.waiting &= ~loop.run;
  loop.threads.disabled &= ~loop.run;
  return loop;
}

UnpaidDuties Loops::duties_of(const Loop& loop, const Nodes& nodes) const {
  UnpaidDuties duties;
  for (const std::uint32_t node : nodes) {
    duties.add_state(graph_.state(node).duties);
    for (const RunEdge& edge : graph_.edges_of(node)) {
      const MachineEdge& step = graph_.step(edge);
      if (!is_inside(loop, edge) || step.duties == MachineEdge::no_duties) continue;
      duties.add_step(graph_.machine().step_duties[step.duties]);
    }
  }
  return duties;
}

bool Loops::raises(const RunEdge& edge, const Duties& duties) const {
  const std::uint32_t of_step = graph_.step(edge).duties;
  if (duties.empty() || of_step == MachineEdge::no_duties) return false;
  return std::ranges::any_of(graph_.machine().step_duties[of_step].raised, [&](std::uint32_t duty) {
    return std::ranges::binary_search(duties, duty);
  });
}

}  // namespace opexplore
