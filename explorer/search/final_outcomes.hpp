// Final states that stand for others.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/machine.hpp"

namespace opexplore {

/// A machine whose final states may stand for others, with other outcomes: threads have changed
/// places in them, and with the threads locations that the test asks for. It gives the outcomes of
/// all of them, that of the state first; at most `most`, and one more if there are more.
template <class M>
concept StandsForOutcomes = requires(const M& machine, const typename M::State& state,
                                     std::size_t most) {
  { machine.outcomes(state, most) } -> std::same_as<std::vector<Outcome>>;
};

/// Of more outcomes of one final state the first are reported, as of a search that is cut.
inline constexpr std::size_t most_outcomes = 1U << 19U;
inline constexpr std::string_view too_many_outcomes =
    "threads that may change places have more than 524288 outcomes";
static_assert(most_outcomes == 524'288, "the sentence says so");

/// The outcomes of a final state.
template <class M>
std::vector<Outcome> outcomes_of(const M& machine, const typename M::State& state) {
  if constexpr (StandsForOutcomes<M>) {
    return machine.outcomes(state, most_outcomes);
  } else {
    return {machine.outcome(state)};
  }
}

}  // namespace opexplore
