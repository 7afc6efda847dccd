#include "explorer/endless.hpp"

#include <cstdint>
#include <unordered_map>

#include "explorer/backward_graph.hpp"
#include "explorer/transitions.hpp"

namespace opexplore {

namespace {

// Whether no step is looked at from the state of the cursor.
bool ends_here(const StateCursor& machine) {
  return machine.has_exceeded() || machine.is_final() || machine.has_raced();
}

// Of the states that are not marked as ending, the first which is one of an execution.
std::optional<std::size_t> first_unmarked(const StateCursor& machine, const StateNumbers& numbers,
                                          const BackwardGraph& graph) {
  for (std::size_t number = 0; number < numbers.size(); ++number) {
    if (graph.may_end[number]) continue;
    machine.go_to(numbers.state(number));
    if (!machine.may_be_dead_end()) return number;
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t Endings::number_of(std::string_view state) {
  const auto next = static_cast<std::uint32_t>(states_.size());
  const auto [place, is_new] = numbers_.try_emplace(std::string(state), next);
  if (is_new) {
    states_.push_back(&place->first);
    graph_.predecessors.emplace_back();
  }
  return place->second;
}

std::vector<bool> Endings::never_end(const std::vector<std::string>& starts) {
  std::vector<std::uint32_t> asked;
  for (const std::string& start : starts) asked.push_back(number_of(start));
  for (std::size_t next = graph_.may_end.size(); next < states_.size(); ++next) {
    const auto number = static_cast<std::uint32_t>(next);
    machine_.go_to(*states_[number]);
    const bool ends = number >= most_endless_states || ends_here(machine_);
    graph_.may_end.push_back(ends);
    if (ends) continue;
    machine_.for_each_step([&](Step, std::string_view state) {
      graph_.predecessors[number_of(state)].push_back(number);
    });
  }
  graph_.spread();
  std::vector<bool> result;
  result.reserve(asked.size());
  for (const std::uint32_t number : asked) {
    machine_.go_to(*states_[number]);
    result.push_back(!graph_.may_end[number] && !machine_.may_be_dead_end());
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

std::optional<std::size_t> first_without_end(const StateCursor& machine, const VisitedSet& visited,
                                             LookedAt& looked_at) {
  const StateNumbers numbers(visited);
  BackwardGraph graph;
  graph.predecessors.resize(numbers.size());
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.go_to(numbers.state(number));
    bool ends = ends_here(machine);
    if (!ends) {
      const bool dead_end = machine.may_be_dead_end();
      bool stays = !dead_end;
      const bool pruned = machine.for_each_step([&](Step, std::string_view next) {
        stays = false;
        graph.predecessors[numbers.number_of(next)].push_back(number);
      });
      ends = stays || (pruned && !dead_end);
    }
    graph.may_end.push_back(ends);
  }
  graph.spread();
  return first_unmarked(machine, numbers, graph);
}

bool all_may_end(const StateCursor& machine, const VisitedSet& visited,
                 std::span<const KnownStep> known_steps) {
  const StateNumbers numbers(visited);
  BackwardGraph graph;
  graph.predecessors.resize(numbers.size());
  graph.may_end.assign(numbers.size(), true);
  const auto add = [&](Position from, Position to) {
    graph.may_end[from] = false;
    graph.predecessors[to].push_back(from);
  };
  for (Position to = 1; to != visited.end(); ++to) add(visited.at(to).predecessor, to);
  for (const KnownStep& step : known_steps) add(step.from, step.to);
  for (std::size_t number = 0; number < numbers.size(); ++number) {
    if (!graph.may_end[number]) continue;
    machine.go_to(numbers.state(number));
    graph.may_end[number] = ends_here(machine) || !machine.may_be_dead_end();
  }
  graph.spread();
  return !first_unmarked(machine, numbers, graph);
}

}  // namespace opexplore
