// The search over the states of any machine, in an order that its plan says (orders.hpp).
//
// A final state is the end of an execution and is not expanded. A state below which
// the machine gave up (exceeded) is not expanded either, and its outcome not counted;
// nor is one in which the machine has found a data race (HasRaces), unless it goes on behind it.
// A search towards the condition (goal_directed.hpp) drops states from which no final state that
// decides the verdict can be reached.
//
// A machine may have several forms, e.g. one per width of its state, and pick one
// per test: if it has a static member template
//     static auto dispatch(const Test&, const MachineOptions&, auto&& run);
// that returns run(machine) for a value `machine` of some type that satisfies the
// concept TransitionSystem, then that one is searched instead of M itself.
#pragma once

#include <memory>

#include "explorer/explore.hpp"
#include "explorer/search/conclude.hpp"
#include "explorer/search/searched_machine.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// Gives the machine that is searched, for states that are stored in the set.
using MakeSearched = FunctionRef<SearchedMachine(const VisitedSet&)>;

/// One search. Explores until everything is known or a limit says stop.
Searched searched(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                  const SearchPlan& plan);

/// One search of this form of a machine.
template <TransitionSystem M>
Searched searched(const M& machine, const Test& test, const ExploreOptions& options,
                  const SearchPlan& plan) {
  const auto make = [&](const VisitedSet& visited) {
    using Functions = SearchFunctions<M>;
    return Functions::all(std::make_shared<const Functions>(machine, test, options, visited));
  };
  return searched(MakeSearched(make), test, options, plan);
}

/// Explores the test with a machine that exists already, by one search.
template <TransitionSystem M>
Answer search(const M& machine, const Test& test, const ExploreOptions& options) {
  return searched(machine, test, options, {}).report;
}

}  // namespace opexplore
