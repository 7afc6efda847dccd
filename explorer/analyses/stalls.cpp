#include "explorer/analyses/stalls.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>

#include "explorer/graph/graph.hpp"
#include "explorer/graph/transitions.hpp"

namespace opexplore {
namespace {

using Number = std::uint32_t;

using WaySum = std::pair<std::uint64_t, Number>;  // sum on the way to a state, the state

// What a state adds up to, at most, on the way to a final one.
constexpr std::uint64_t not_known = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t lost = not_known - 1;  // leads to none
constexpr std::uint64_t unbounded = not_known - 2;

std::span<const Number> successors(const StallGraph& graph, Number state) {
  return std::span(graph.successors)
      .subspan(graph.first[state], graph.first[state + 1] - graph.first[state]);
}

// A component is complete after all that it leads to, so its sum is known at once.
class LongestPath {
 public:
  explicit LongestPath(const StallGraph& graph)
      : graph_(graph), most_(graph.is_final.size(), not_known) {}

  // What finding components takes, too.
  static constexpr std::uint64_t bytes_per_state() {
    return 3 * sizeof(Number) + sizeof(std::uint64_t) + 2 * sizeof(std::uint64_t);
  }

  /// The most that a path from the initial state adds up to, `lost` or `unbounded`; nothing when it
  /// was stopped.
  std::optional<std::uint64_t> from_initial(LookedAt& looked_at) {
    const auto close = [&](std::span<const Number> members) {
      const std::uint64_t sum = sum_of(members);
      bool enough = false;
      for (const Number member : members) {
        most_[member] = sum;
        enough = looked_at.enough() || enough;
      }
      return !enough;
    };
    StrongComponents components(
        graph_.is_final.size(), [&](Number state) { return successors(graph_, state); },
        [](Number to) { return to; }, close);
    if (!components.run(std::array{Number{0}})) return std::nullopt;
    return most_[0];
  }

 private:
  std::uint64_t sum_of(std::span<const Number> members) const {
    if (graph_.is_final[members.front()]) return 0;
    std::uint64_t after = lost;
    std::uint64_t here = 0;
    bool is_cycle = false;
    for (const Number member : members) {
      here += graph_.stalled[member];
      for (const Number successor : successors(graph_, member)) {
        const std::uint64_t sum = most_[successor];
        is_cycle = is_cycle || sum == not_known;
        if (sum == not_known || sum == lost) continue;
        after = after == lost ? sum : std::max(after, sum);
      }
    }
    if (after == lost || after == unbounded) return after;
    return is_cycle && here > 0 ? unbounded : after + here;
  }

  const StallGraph& graph_;
  std::vector<std::uint64_t> most_;
};

// Dijkstra, for there may be cycles; nothing when it was stopped. Precondition: a final state is
// reachable.
std::optional<std::uint64_t> shortest_path(const StallGraph& graph, LookedAt& looked_at) {
  std::priority_queue<WaySum, std::vector<WaySum>, std::greater<>> waiting;
  std::vector<std::uint64_t> least(graph.is_final.size(), not_known);
  least[0] = 0;
  waiting.emplace(0, 0);
  while (!waiting.empty()) {
    const auto [sum, state] = waiting.top();
    if (graph.is_final[state]) return sum;
    waiting.pop();
    if (sum != least[state]) continue;  // found again with less, and treated
    if (looked_at.enough()) return std::nullopt;
    const std::uint64_t after = sum + graph.stalled[state];
    for (const Number successor : successors(graph, state)) {
      if (after >= least[successor]) continue;
      least[successor] = after;
      waiting.emplace(after, successor);
    }
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t StallGraph::bytes_for(std::uint64_t states, std::uint64_t transitions) {
  constexpr std::uint64_t per_state = sizeof(std::uint32_t) + sizeof(std::uint64_t) + 1;
  const std::uint64_t graph = states * per_state + transitions * sizeof(Number);
  const std::uint64_t longest = states * LongestPath::bytes_per_state();
  const std::uint64_t shortest = states * sizeof(std::uint64_t) + transitions * sizeof(WaySum);
  return graph + std::max(longest, shortest);
}

std::optional<Stalls> stalls_of(const StallGraph& graph, LookedAt& looked_at) {
  const std::optional<std::uint64_t> most = LongestPath(graph).from_initial(looked_at);
  if (!most || *most == lost) return std::nullopt;
  const std::optional<std::uint64_t> least = shortest_path(graph, looked_at);
  if (!least) return std::nullopt;
  Stalls stalls{*least, std::nullopt};
  if (*most != unbounded) stalls.most = *most;
  return stalls;
}

std::optional<Stalls> count_stalls(const Walker& walker, const VisitedSet& visited,
                                   std::uint64_t transitions, Limits& limits) {
  LookedAt looked_at(limits, visited.size());
  StallGraph graph;
  graph.stalled.reserve(visited.size());
  graph.is_final.reserve(visited.size());
  graph.first.reserve(visited.size() + 1);
  graph.successors.reserve(transitions);
  for (Position number = 0; number != visited.end(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    graph.first.push_back(graph.successors.size());
    const bool is_final = for_each_successor(walker, visited, number, [&](Position successor) {
      graph.successors.push_back(successor);
    });
    graph.is_final.push_back(is_final);
    graph.stalled.push_back(is_final ? 0 : walker.stalled());
  }
  graph.first.push_back(graph.successors.size());
  return stalls_of(graph, looked_at);
}

}  // namespace opexplore
