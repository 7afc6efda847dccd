#include "explorer/termination/components.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>

#include "explorer/graph/graph.hpp"

namespace opexplore {
namespace {

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
  const auto target = [&](const RunEdge& edge) {
    const bool kept = component_[edge.to] == before && !raises(edge, unpayable);
    return kept ? edge.to : no_position;
  };
  std::vector<Nodes> parts;
  const auto found = [&](std::span<const std::uint32_t> part) {
    parts.emplace_back(part.begin(), part.end());
    return true;
  };
  StrongComponents(
      graph_.size(), [&](std::uint32_t node) { return graph_.edges_of(node); }, target, found)
      .run(nodes);
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
