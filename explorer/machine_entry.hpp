// From a machine, a type, to its entry in the registry, a value. The build writes
// one file per machine folder that uses this, and the registry that lists them.
#pragma once

#include <utility>

#include "explorer/analyses/replay.hpp"
#include "explorer/explore.hpp"
#include "explorer/plan/exploration.hpp"
#include "explorer/termination/termination.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// What the form that explore_with would explore says about the steps.
template <TransitionSystem M>
Replayed replay_with(const Test& test, const MachineOptions& options, std::span<const Step> steps) {
  return by_walker(forms_of<M>(), test, options, [&](const Walker& walker) {
    return replay_steps(walker, test, options, steps);
  });
}

/// The steps that it takes from each state along the steps.
template <TransitionSystem M>
std::vector<std::vector<Choice>> choices_with(const Test& test, const MachineOptions& options,
                                              std::span<const Step> steps) {
  return by_walker(forms_of<M>(), test, options,
                   [&](const Walker& walker) { return choices_along(walker, steps); });
}

/// Answers by machine M whether the test ends.
template <TransitionSystem M>
Termination termination_with(const Test& test, const ExploreOptions& options,
                             const TerminationQuestion& question) {
  return termination(forms_of<M>(), test, options, question);
}

/// The registry entry of machine M.
template <TransitionSystem M>
MachineEntry machine_entry() {
  static_assert(!DescribesInPart<M>, "what the machine says of itself is not all of Describes");
  MachineEntry entry{M::name,
                     M::version,
                     M::source,
                     language_of<M>(),
                     M::rules,
                     M::settings,
                     [](const Test& test, const MachineOptions& options) {
                       auto other = language_refusal(test, language_of<M>());
                       if (!other && !RunsAsynchronous<M>) other = asynchronous_refusal(test);
                       return other ? other : M::refusal(test, options);
                     },
                     &explore_with<M>,
                     &replay_with<M>,
                     &choices_with<M>};
  entry.hunt = &hunt_with<M>;
  entry.forms = &forms_of<M>;
  if constexpr (HasAxioms<M>) entry.axioms = &M::axioms;
  if constexpr (Explains<M>) entry.synchronisation = &M::synchronisation;
  if constexpr (HasDiagram<M>) entry.diagram = &M::diagram;
  if constexpr (HasProgress<M>) {
    entry.termination = &termination_with<M>;
    entry.replay_lasso = [](const Test& test, const MachineOptions& options,
                            const LassoSteps& steps, const Promise& promise) {
      return replay_lasso(forms_of<M>(), test, options, steps, promise);
    };
  }
  entry.finds_races = HasRaces<M>;
  entry.flags_data_races = FlagsDataRaces<M>;
  entry.knows_places = HasPlaces<M>;
  entry.counts_stalls = HasStalls<M>;
  return entry;
}

}  // namespace opexplore
