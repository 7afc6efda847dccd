// Which threads go first, and what may still come of a state: what keeps searches small.
//
// Why it is sound: README.md, "What is left out".
#pragma once

#include "opmodel/machines/vulkan/context.hpp"
#include "opmodel/machines/vulkan/interactions.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/parts/values_ahead.hpp"

namespace opexplore::vulkan {

/// The threads whose steps are enough to take from a state, unless they have none, or a search that
/// stops at races has one of them go back: those of `able` in a set that others cannot make a
/// difference to.
ThreadMask chosen_threads(const Context& context, const Interactions& interactions,
                          const State& state, ThreadMask able);

/// The values that an observable of the test may have at the end of an execution through a state.
PossibleValues possible_values(const Context& context, const ValuesAhead& ahead, const State& state,
                               const Observable& observable);

/// Whether an execution through the state may have a race. Never false if one has.
bool may_race(const Context& context, const Interactions& interactions, const State& state);

}  // namespace opexplore::vulkan
