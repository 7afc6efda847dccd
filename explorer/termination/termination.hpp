// Does it end? From a machine and a question to a report; and lassos of others, checked.
#pragma once

#include "explorer/explore.hpp"
#include "explorer/search/machine_forms.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// Answers the question by the machine, with a form of it whose infinite runs are judged (Live), or
/// without loops, where that is enough (waits_alone.hpp).
Termination termination(const MachineForms& forms, const Test& test, const ExploreOptions& options,
                        const TerminationQuestion& question);

/// What the machine says about the lasso: whether it is one, without search. Its steps are steps of
/// the machine, its loop comes back to where it began, and the promise allows the run that goes
/// round it for ever.
ReplayedLasso replay_lasso(const MachineForms& forms, const Test& test,
                           const MachineOptions& options, const LassoSteps& steps,
                           const Promise& promise);

}  // namespace opexplore
