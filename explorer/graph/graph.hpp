// States as numbers and the steps between them, for what is asked of a graph once it is there.
// Holds no machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/store/store.hpp"

namespace opexplore {

/// Gives encoded states the numbers 0, 1, … in the order in which they are met.
class Numbering {
 public:
  /// The number of a state, which may be a new one. Throws std::length_error for one that the store
  /// cannot hold.
  Position number_of(std::string_view state);

  /// The state with that number, encoded; valid until another one is met.
  std::string_view state(Position number) const { return states_.bytes_at(number); }

  Position size() const { return states_.end(); }

 private:
  VisitedSet states_;
};

/// The number of a state that a completed search has stored. Throws std::logic_error if it has not.
Position number_in(const VisitedSet& visited, std::string_view state);

/// Marks whatever leads to a state that is marked.
void mark_backwards(std::span<const Edge> edges, std::vector<bool>& marked);

/// Whether some of these steps lead round in a circle.
bool has_circle(std::span<const Edge> edges, std::size_t states);

/// The strongly connected components of what the roots lead to (Tarjan, Depth-First Search and
/// Linear Graph Algorithms, 1972), without recursion, for paths may be long. `edges_of` gives the
/// edges of a node; `target` their ends, or no_position if they are left out; `found` takes the
/// nodes of each component, in the order in which they were entered, after those of all components
/// that it leads to, and says whether to go on.
template <class EdgesOf, class Target, class Found>
class StrongComponents {
 public:
  StrongComponents(std::size_t nodes, EdgesOf edges_of, Target target, Found found)
      : edges_of_(std::move(edges_of)),
        target_(std::move(target)),
        found_(std::move(found)),
        index_(nodes, unseen),
        low_(nodes) {}

  /// Whether it went through all.
  bool run(std::span<const Position> roots) {
    return std::ranges::all_of(
        roots, [&](Position root) { return index_[root] != unseen || visit(root); });
  }

 private:
  static constexpr Position unseen = std::numeric_limits<Position>::max(), closed = unseen - 1;

  struct Visit {
    Position node = 0;
    std::size_t looked_at = 0;  // of its edges
  };

  void enter(Position node) {
    index_[node] = low_[node] = entered_++;
    open_.push_back(node);
    visits_.push_back({node, 0});
  }

  bool visit(Position root) {
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const auto edges = edges_of_(visit.node);
      if (visit.looked_at == edges.size()) {
        if (!leave()) return false;
        continue;
      }
      const Position to = target_(edges[visit.looked_at++]);
      if (to == no_position || index_[to] == closed) continue;
      if (index_[to] == unseen) {
        enter(to);
      } else {
        low_[visit.node] = std::min(low_[visit.node], index_[to]);
      }
    }
    return true;
  }

  bool leave() {
    const Position node = visits_.back().node;
    visits_.pop_back();
    if (!visits_.empty()) {
      Position& before = low_[visits_.back().node];
      before = std::min(before, low_[node]);
    }
    if (low_[node] != index_[node]) return true;
    const auto begin = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    const bool goes_on = found_(std::span<const Position>(begin, open_.end()));
    for (auto member = begin; member != open_.end(); ++member) index_[*member] = closed;
    open_.erase(begin, open_.end());
    return goes_on;
  }

  EdgesOf edges_of_;
  Target target_;
  Found found_;
  std::vector<Position> index_;  // in which order nodes were entered
  std::vector<Position> low_;    // the first entered that is known to be in the same component
  std::vector<Position> open_;   // of components that are not complete, as entered
  std::vector<Visit> visits_;
  Position entered_ = 0;
};

}  // namespace opexplore
