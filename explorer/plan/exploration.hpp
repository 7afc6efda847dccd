// From a question to a report, which may take more than one search (plan.hpp): a form of the
// machine may turn out not to be exact for the program, a search towards the condition may not know
// whether any execution ends, and paths of a reduced search may be no traces. docs/search.md says
// why each is sound.
#pragma once

#include "explorer/explore.hpp"
#include "explorer/plan/plan.hpp"
#include "explorer/search/hunt.hpp"
#include "explorer/search/machine_forms.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// The searches that the question takes.
Plan plan_for(const MachineForms& forms, const Test& test, const ExploreOptions& options);

/// Explores the test with the machine. Time is that of all searches together.
Answer explore(const MachineForms& forms, const Test& test, const ExploreOptions& options);

/// One search depth first, in the form that is exact whatever is met, in which paths are traces.
Answer hunt(const MachineForms& forms, const Test& test, const ExploreOptions& options,
            const HuntSink& sink);

/// Explores the test with machine M, or with the form of it that M::dispatch picks.
template <TransitionSystem M>
Answer explore_with(const Test& test, const ExploreOptions& options) {
  return explore(forms_of<M>(), test, options);
}

/// Hunts in the test with machine M, or with the form of it that M::dispatch picks.
template <TransitionSystem M>
Answer hunt_with(const Test& test, const ExploreOptions& options, const HuntSink& sink) {
  return hunt(forms_of<M>(), test, options, sink);
}

}  // namespace opexplore
