// What a search does about data races: whether it goes on behind one, and whether one may still
// come.
#pragma once

#include "opmodel/machine.hpp"

namespace opexplore {

/// Whether executions are followed to their ends although they have a data race, as herd7 lists
/// them: M::goes_on_after_race() says so. Otherwise a state with a race has no successors.
template <TransitionSystem M>
bool goes_on_after_race(const M& machine) {
  if constexpr (requires { machine.goes_on_after_race(); }) {
    return machine.goes_on_after_race();
  } else {
    return false;
  }
}

// clang-format off
/// A machine that can be told to list outcomes of executions with a race, as herd7 does.
template <class M>
concept ListsRacyOutcomes = requires(const MachineOptions& options) {
  { M::lists_racy_outcomes(options) } -> std::same_as<bool>;
};

/// A machine that looks for races and says of each state whether an execution through it may have
/// one. Never false if one has. So a search towards the condition can leave states out that neither
/// decide the verdict nor make it void.
template <class M>
concept TellsRaces = HasRaces<M> && requires(const M& machine, const typename M::State& state) {
  { machine.may_race(state) } -> std::same_as<bool>;
};
// clang-format on

/// Whether a race may be found from this state on, as far as the machine says.
template <TransitionSystem M>
bool may_race(const M& machine, const typename M::State& state) {
  if constexpr (TellsRaces<M>) return machine.may_race(state);
  return HasRaces<M>;
}

}  // namespace opexplore
