#include "explorer/graph/graph.hpp"

#include <stdexcept>

namespace opexplore {

namespace {

// What lies behind, or before, each state.
struct Neighbours {
  // Of each edge `one` is the end that has `other` as a neighbour.
  Neighbours(std::span<const Edge> edges, std::size_t states, Position Edge::*one,
             Position Edge::*other)
      : first(states + 2), all(edges.size()) {
    for (const Edge& edge : edges) ++first[edge.*one + 2];
    for (std::size_t state = 2; state < first.size(); ++state) first[state] += first[state - 1];
    for (const Edge& edge : edges) all[first[edge.*one + 1]++] = edge.*other;
  }

  std::span<const Position> of(Position state) const {
    return std::span(all).subspan(first[state], first[state + 1] - first[state]);
  }

  std::vector<std::size_t> first;
  std::vector<Position> all;
};

}  // namespace

Position Numbering::number_of(std::string_view state) {
  using Insertion = VisitedSet::Insertion;
  const std::uint64_t hash = hash_bytes(state);
  switch (states_.insert(state, hash, 0, {})) {
    case Insertion::added:
      return states_.last();
    case Insertion::known:
      return *states_.find(state, hash);
    case Insertion::no_memory:
    case Insertion::too_long:
      break;
  }
  throw std::length_error("a state is too long to be stored");
}

Position number_in(const VisitedSet& visited, std::string_view state) {
  const auto position = visited.find(state, hash_bytes(state));
  if (!position) throw std::logic_error("a successor is missing from a completed search");
  return *position;
}

void mark_backwards(std::span<const Edge> edges, std::vector<bool>& marked) {
  const Neighbours before(edges, marked.size(), &Edge::to, &Edge::from);
  std::vector<Position> open;
  for (Position state = 0; state < marked.size(); ++state) {
    if (marked[state]) open.push_back(state);
  }
  while (!open.empty()) {
    const Position state = open.back();
    open.pop_back();
    for (const Position earlier : before.of(state)) {
      if (marked[earlier]) continue;
      marked[earlier] = true;
      open.push_back(earlier);
    }
  }
}

// Takes away what nobody leads to any more (Kahn, "Topological sorting of large networks", 1962).
bool has_circle(std::span<const Edge> edges, std::size_t states) {
  const Neighbours behind(edges, states, &Edge::from, &Edge::to);
  std::vector<std::uint32_t> predecessors(states);
  for (const Edge& edge : edges) ++predecessors[edge.to];
  std::vector<Position> free;
  for (Position state = 0; state < states; ++state) {
    if (predecessors[state] == 0) free.push_back(state);
  }
  std::size_t taken = 0;
  for (; !free.empty(); ++taken) {
    const Position state = free.back();
    free.pop_back();
    for (const Position to : behind.of(state)) {
      if (--predecessors[to] == 0) free.push_back(to);
    }
  }
  return taken != states;
}

}  // namespace opexplore
