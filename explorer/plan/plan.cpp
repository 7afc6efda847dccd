#include "explorer/plan/plan.hpp"

#include <algorithm>

#include "explorer/limits.hpp"
#include "explorer/plan/parts.hpp"
#include "explorer/search/goal_directed.hpp"

namespace opexplore {
namespace {

constexpr std::uint64_t states_down = 8'192, least_states_of_a_part = 1'024;

bool lies_elsewhere(const ExploreOptions& options) {
  return options.large.store || options.large.ranks != nullptr;
}

// Where level by level would take long, a witness is often near the bottom: a look at few states,
// then some depth first. Of these no shortest trace is known.
bool goes_down(const ExploreOptions& options) {
  if (!options.verdict_only || options.traces != Traces::none) return false;
  return !lies_elsewhere(options) && options.max_states.value_or(states_down + 1) > states_down;
}

// The parts of what decides the verdict are asked one by one where they ask for less than the
// whole. Each would look for all data races anew, and a file knows of one search.
std::size_t asked_parts(const Test& test, const ExploreOptions& options, const PlanFacts& facts) {
  if (!options.verdict_only || facts.finds_races) return 0;
  if (lies_elsewhere(options) || options.large.checkpoint) return 0;
  if (options.max_states.value_or(unlimited) <= facts.states_at_once) return 0;
  return parts_of(test).size();
}

}  // namespace

Plan plan_of(const Test& test, const ExploreOptions& options, const PlanFacts& facts) {
  Plan plan;
  const bool goal = facts.goes_to_goal && asks_for_verdict(options);
  const Seeks seeks = goal ? Seeks::condition : Seeks::outcomes;
  const std::size_t parts = goal ? asked_parts(test, options, facts) : 0;
  if (goal && (goes_down(options) || parts != 0)) {
    plan.push_back({seeks, SearchOrder::levels, true, facts.states_at_once});
  }
  if (goal && goes_down(options)) {
    plan.push_back({seeks, SearchOrder::depth_first, true, states_down});
  }
  if (parts != 0) {
    const std::uint64_t each = std::max(least_states_of_a_part, 8 * states_down / parts);
    plan.push_back({Seeks::parts, SearchOrder::levels, true, each, parts});
  }
  const SearchOrder order =
      lies_elsewhere(options) ? SearchOrder::stored_levels : SearchOrder::levels;
  plan.push_back({seeks, order, options.verdict_only});
  if (goal && !surely_ends(test.program)) plan.push_back({Seeks::ending, SearchOrder::depth_first});
  // Of deadlocks and of what goes on for ever whatever traces are asked for.
  if (!facts.paths_are_traces) plan.push_back({Seeks::traces, SearchOrder::levels});
  return plan;
}

Plan hunt_plan(const ExploreOptions& options) {
  return {{Seeks::outcomes, SearchOrder::changes, options.verdict_only}};
}

}  // namespace opexplore
