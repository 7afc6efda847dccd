// What else could have happened: the steps that a machine takes from each state of a trace.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explorer/replay.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// The steps that are enabled before each of `steps`, in the machine's order, as far as it takes
/// `steps`. Where the machine is run with reductions, they are those that a search goes on with.
template <TransitionSystem M>
std::vector<std::vector<Choice>> choices_along(const M& machine, std::span<const Step> steps) {
  std::vector<std::vector<Choice>> all;
  typename M::State state = machine.initial();
  for (const Step taken : steps) {
    std::vector<Choice>& here = all.emplace_back();
    std::optional<typename M::State> next;
    machine.for_each_step(state, [&](Step step, typename M::State&& behind) {
      TraceStep words = in_words(machine, state, step);
      here.push_back({step, words.rule, std::move(words.arguments), words.instruction,
                      std::move(words.events), step == taken});
      if (step == taken) next.emplace(std::move(behind));
    });
    if (!next) break;
    state = *std::move(next);
  }
  return all;
}

}  // namespace opexplore
