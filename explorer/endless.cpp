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

}  // namespace

std::vector<bool> never_end(const StateCursor& machine, const std::vector<std::string>& starts) {
  BackwardGraph graph;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::vector<const std::string*> states;  // by number
  const auto number_of = [&](std::string_view state) {
    const auto next = static_cast<std::uint32_t>(states.size());
    const auto [place, is_new] = numbers.try_emplace(std::string(state), next);
    if (is_new) {
      states.push_back(&place->first);
      graph.predecessors.emplace_back();
    }
    return place->second;
  };
  std::vector<std::uint32_t> asked;
  for (const std::string& start : starts) asked.push_back(number_of(start));

  for (std::uint32_t number = 0; number < states.size(); ++number) {
    machine.go_to(*states[number]);
    const bool ends = number >= most_endless_states || ends_here(machine);
    graph.may_end.push_back(ends);
    if (ends) continue;
    machine.for_each_step([&](Step, std::string_view next) {
      graph.predecessors[number_of(next)].push_back(number);
    });
  }
  graph.spread();
  std::vector<bool> result;
  result.reserve(asked.size());
  for (const std::uint32_t number : asked) result.push_back(!graph.may_end[number]);
  return result;
}

std::optional<std::size_t> first_without_end(const StateCursor& machine, const VisitedSet& visited,
                                             LookedAt& looked_at) {
  const StateNumbers numbers(visited);
  BackwardGraph graph;
  graph.predecessors.resize(numbers.size());
  std::vector<bool> dead_ends;
  for (std::uint32_t number = 0; number < numbers.size(); ++number) {
    if (looked_at.enough()) return std::nullopt;
    machine.go_to(numbers.state(number));
    dead_ends.push_back(machine.may_be_dead_end());
    bool ends = ends_here(machine);
    if (!ends) {
      bool stays = !dead_ends.back();
      const bool pruned = machine.for_each_step([&](Step, std::string_view next) {
        stays = false;
        graph.predecessors[numbers.number_of(next)].push_back(number);
      });
      ends = stays || (pruned && !dead_ends.back());
    }
    graph.may_end.push_back(ends);
  }
  graph.spread();
  for (std::size_t number = 0; number < numbers.size(); ++number) {
    if (!graph.may_end[number] && !dead_ends[number]) return number;
  }
  return std::nullopt;
}

}  // namespace opexplore
