// The words of a machine, and what stands for them where it has none (Describes): names of rules
// and the numbers of their arguments are enough to replay a trace.
#pragma once

#include <string>
#include <vector>

#include "opmodel/machine.hpp"

namespace opexplore {

/// What a machine without words says of a state in which threads go no further.
inline constexpr const char* no_words = "the machine has no words for this state";

/// The parts of a state; none of a machine without words.
template <TransitionSystem M>
std::vector<Component> components_of(const M& machine, const typename M::State& state) {
  if constexpr (Describes<M>) {
    return machine.describe(state);
  } else {
    return {};
  }
}

/// What a step does that is enabled in `state`.
template <TransitionSystem M>
StepText words_on(const M& machine, const typename M::State& state, Step step) {
  if constexpr (Describes<M>) {
    return machine.describe(state, step);
  } else {
    StepText text;
    text.arguments = "argument " + std::to_string(step.argument);
    return text;
  }
}

/// Why a stuck state has no step.
template <TransitionSystem M>
std::string why_stuck(const M& machine, const typename M::State& state) {
  if constexpr (Describes<M>) {
    return machine.stuck_reason(state);
  } else {
    return no_words;
  }
}

}  // namespace opexplore
