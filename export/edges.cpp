#include "export/edges.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace opexplore {
namespace {

using Successors = std::map<std::size_t, std::set<std::size_t>>;

Successors successors_of(const std::vector<Edge>& edges) {
  Successors after;
  for (const auto& [from, to] : edges) after[from].insert(to);
  return after;
}

Successors closure_of(const std::vector<Edge>& edges) {
  Successors after = successors_of(edges);
  for (bool grown = true; grown;) {
    grown = false;
    for (auto& [from, set] : after) {
      for (const std::size_t middle : std::set<std::size_t>(set)) {
        const auto next = after.find(middle);
        if (next == after.end() || middle == from) continue;
        const std::size_t before = set.size();
        set.insert(next->second.begin(), next->second.end());
        grown = grown || set.size() != before;
      }
    }
  }
  return after;
}

}  // namespace

bool is_order(const std::vector<Edge>& edges) {
  const Successors after = successors_of(edges);
  return std::ranges::all_of(edges, [&](const Edge& edge) {
    if (edge.first == edge.second) return false;
    const auto next = after.find(edge.second);
    return next == after.end() || std::ranges::includes(after.at(edge.first), next->second);
  });
}

std::vector<Edge> without_implied(const std::vector<Edge>& edges) {
  const Successors after = closure_of(edges);
  std::vector<Edge> result;
  for (const auto& [from, set] : after) {
    for (const std::size_t to : set) {
      const bool implied = std::any_of(set.begin(), set.end(), [&](std::size_t middle) {
        const auto next = after.find(middle);
        return middle != to && next != after.end() && next->second.contains(to);
      });
      if (!implied) result.emplace_back(from, to);
    }
  }
  return result;
}

}  // namespace opexplore
