// The words of a machine, and what stands for them where it has none (Describes): names of rules
// and their arguments in numbers are enough to replay a trace.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/phrase.hpp"

namespace opexplore {

/// What a machine without words says of a state in which threads go no further.
inline constexpr const char* no_words = "the machine has no words for this state";

/// "entry=5 from=1": the argument of a step of the rule, field by field; all of it together where
/// the rule names no fields, and nothing where it is 0.
std::string arguments_in_numbers(const Rule& rule, Step step);

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
    text.arguments = arguments_in_numbers(std::span<const Rule>(machine.rules)[step.rule], step);
    return text;
  }
}

/// Why a stuck state has no step.
template <TransitionSystem M>
Phrase why_stuck(const M& machine, const typename M::State& state) {
  if constexpr (Describes<M>) {
    return machine.stuck_reason(state);
  } else {
    return no_words;
  }
}

}  // namespace opexplore
