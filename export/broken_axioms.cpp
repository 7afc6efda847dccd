// How an execution breaks an axiom, along the edges that are drawn.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "export/event_graph.hpp"

namespace opexplore {
namespace {

using Edges = std::vector<Edge>;

// Edges along the shortest way from one node to the other, one at least; none if there is no way.
Edges shortest_way(const Edges& edges, std::size_t from, std::size_t to) {
  std::map<std::size_t, std::size_t> before;
  std::deque<std::size_t> open{from};
  while (!open.empty() && !before.contains(to)) {
    const std::size_t here = open.front();
    open.pop_front();
    for (const Edge& edge : edges) {
      if (edge.first == here && before.emplace(edge.second, here).second) {
        open.push_back(edge.second);
      }
    }
  }
  Edges way;
  if (!before.contains(to)) return way;
  for (std::size_t here = to; way.empty() || here != from; here = before.at(here)) {
    way.emplace_back(before.at(here), here);
  }
  return way;
}

// The shortest of the cycles; none if there is none.
Edges shortest_cycle(const Edges& edges) {
  Edges shortest;
  for (const Edge& edge : edges) {
    Edges cycle = shortest_way(edges, edge.first, edge.first);
    if (!cycle.empty() && (shortest.empty() || cycle.size() < shortest.size())) {
      shortest = std::move(cycle);
    }
  }
  return shortest;
}

// What the graph draws, program order among it or not.
Edges drawn_edges(const EventGraph& graph, bool with_program_order) {
  Edges edges;
  const auto add = [&](const Edges& more) { edges.insert(edges.end(), more.begin(), more.end()); };
  add(graph.reads_from);
  add(graph.coherence);
  add(graph.from_reads);
  for (const FurtherRelation& relation : graph.further) add(relation.edges);
  if (with_program_order) add(graph.program_order);
  return edges;
}

class Marker {
 public:
  explicit Marker(EventGraph& graph)
      : graph_(graph), strict_(drawn_edges(graph, false)), all_(drawn_edges(graph, true)) {}

  void mark(const Edges& broken) {
    const auto loop =
        std::ranges::find_if(broken, [](const Edge& edge) { return edge.first == edge.second; });
    if (loop != broken.end()) return add(way(loop->first, loop->first));
    const Edges cycle = shortest_cycle(broken);
    for (const Edge& edge : cycle) add(way(edge.first, edge.second));
    if (!cycle.empty() || broken.empty()) return;
    // A pair that should not be: how it comes about, and what leads between the two besides.
    const auto& [from, to] = broken.front();
    add(way(from, to));
    Edges communication = graph_.reads_from;
    for (const Edges* edges : {&graph_.coherence, &graph_.from_reads}) {
      communication.insert(communication.end(), edges->begin(), edges->end());
    }
    add(shortest_way(communication, from, to));
    add(shortest_way(communication, to, from));
  }

 private:
  // Program order alone says little: it is taken where nothing else leads there.
  Edges way(std::size_t from, std::size_t to) const {
    Edges found = shortest_way(strict_, from, to);
    return found.empty() ? shortest_way(all_, from, to) : found;
  }

  void add(const Edges& edges) {
    graph_.emphasised.insert(graph_.emphasised.end(), edges.begin(), edges.end());
  }

  EventGraph& graph_;
  Edges strict_, all_;
};

}  // namespace

void mark_broken(const std::vector<std::string>& axioms, EventGraph& graph) {
  Marker marker(graph);
  for (const NamedRelation& relation : graph.broken) {
    if (std::ranges::find(axioms, relation.name) != axioms.end()) marker.mark(relation.edges);
  }
}

}  // namespace opexplore
