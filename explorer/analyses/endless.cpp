#include "explorer/analyses/endless.hpp"

namespace opexplore {

namespace {

// Whether no step is looked at from the state of the walker.
bool ends_here(const Walker& walker) {
  return !walker.exceeded().empty() || walker.is_final() || walker.has_raced();
}

// Of the states that are not marked as ending, the first which is one of an execution.
std::optional<Position> first_unmarked(const Walker& walker, const VisitedSet& visited,
                                       const std::vector<bool>& may_end) {
  for (Position number = 0; number != visited.end(); ++number) {
    if (may_end[number]) continue;
    walker.go_to(visited.bytes_at(number));
    if (!walker.may_be_dead_end()) return number;
  }
  return std::nullopt;
}

}  // namespace

Walker with_all_iterations(const Walker& walker, const Test& test, MachineOptions options) {
  options = walker.keeping_ends(std::move(options));
  options.prune_spins = false;
  return walker.like(test, options);
}

std::vector<bool> Endings::never_end(const std::vector<std::string>& starts) {
  std::vector<Position> asked;
  for (const std::string& start : starts) asked.push_back(states_.number_of(start));
  for (auto number = static_cast<Position>(may_end_.size()); number < states_.size(); ++number) {
    walker_.go_to(states_.state(number));
    const bool ends = number >= most_endless_states || ends_here(walker_);
    may_end_.push_back(ends);
    if (ends) continue;
    walker_.for_each_step([&](Step) {
      edges_.push_back({number, states_.number_of(walker_.encoded())});
    });
  }
  mark_backwards(edges_, may_end_);
  std::vector<bool> result;
  for (const Position number : asked) {
    walker_.go_to(states_.state(number));
    result.push_back(!may_end_[number] && !walker_.may_be_dead_end());
  }
  return result;
}

std::vector<Position> endless_among(const std::vector<Position>& suspects,
                                    const VisitedSet& visited, Endings& endings) {
  std::vector<std::string> states;
  for (const Position position : suspects) states.emplace_back(visited.bytes_at(position));
  const std::vector<bool> certain = endings.never_end(states);
  std::vector<Position> result;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    if (certain[i]) result.push_back(suspects[i]);
  }
  return result;
}

std::optional<Position> first_without_end(const Walker& walker, const VisitedSet& visited,
                                          LookedAt& looked_at) {
  std::vector<Edge> edges;
  std::vector<bool> may_end(visited.size());
  for (Position number = 0; number != visited.end(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    walker.go_to(visited.bytes_at(number));
    may_end[number] = ends_here(walker);
    if (may_end[number]) continue;
    const bool dead_end = walker.may_be_dead_end();
    bool stays = !dead_end;
    const bool pruned = walker.for_each_step([&](Step) {
      stays = false;
      edges.push_back({number, number_in(visited, walker.encoded())});
    });
    may_end[number] = stays || (pruned && !dead_end);
  }
  mark_backwards(edges, may_end);
  return first_unmarked(walker, visited, may_end);
}

bool all_may_end(const Walker& walker, const VisitedSet& visited,
                 std::span<const Edge> known_steps) {
  std::vector<Edge> edges(known_steps.begin(), known_steps.end());
  for (Position to = 1; to != visited.end(); ++to) {
    edges.push_back({visited.at(to).predecessor, to});
  }
  std::vector<bool> may_end(visited.size(), true);
  for (const Edge& edge : edges) may_end[edge.from] = false;
  for (Position number = 0; number != visited.end(); ++number) {
    if (!may_end[number]) continue;
    walker.go_to(visited.bytes_at(number));
    may_end[number] = ends_here(walker) || !walker.may_be_dead_end();
  }
  mark_backwards(edges, may_end);
  return !first_unmarked(walker, visited, may_end);
}

}  // namespace opexplore
