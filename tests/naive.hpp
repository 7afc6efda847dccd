// The search, written to be obviously right and nothing else: a set of encoded
// states, a list of those still to look at. It is not allowed to become fast.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/races.hpp"
#include "explorer/search/final_outcomes.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// What there is to know about the state space of a machine.
struct NaiveResult {
  std::set<std::string> states;               ///< encoded
  std::map<Outcome, std::uint64_t> outcomes;  ///< number of final states each, unfiltered
  std::uint64_t transitions = 0;
  std::uint64_t stuck = 0;
  std::uint64_t racy = 0;
};

/// The values of the outcomes in the result.
inline std::set<Outcome> outcome_values(const NaiveResult& result) {
  std::set<Outcome> values;
  for (const auto& [outcome, count] : result.outcomes) values.insert(outcome);
  return values;
}

/// Visits every state that the machine can reach.
template <TransitionSystem M>
NaiveResult explore_naively(const M& machine) {
  using State = typename M::State;
  NaiveResult result;
  std::vector<State> to_do;
  const auto meet = [&](const State& state) {
    std::string bytes;
    machine.encode(state, bytes);
    if (result.states.insert(bytes).second) to_do.push_back(state);
  };
  meet(machine.initial());
  while (!to_do.empty()) {
    const State state = std::move(to_do.back());
    to_do.pop_back();
    if (!machine.exceeded(state).empty()) continue;
    if constexpr (HasRaces<M>) {
      if (machine.has_raced(state)) {
        ++result.racy;
        if (!goes_on_after_race(machine)) continue;
      }
    }
    if (machine.is_final(state)) {
      for (const Outcome& outcome : outcomes_of(machine, state)) ++result.outcomes[outcome];
      continue;
    }
    std::uint64_t steps = 0;
    const bool pruned = machine.for_each_step(state, [&](Step, State&& next) {
      ++steps;
      meet(next);
    });
    result.transitions += steps;
    if (steps == 0 && !pruned) ++result.stuck;
  }
  return result;
}

}  // namespace opexplore
