// Which searches a question takes, one after the other: a pure function of the test, the options
// and what is known of the machine. docs/search.md says why each is sound.
#pragma once

#include <cstdint>

#include "explorer/explore.hpp"
#include "opmodel/results/plan.hpp"

namespace opexplore {

/// What the plan needs to know of the machine.
struct PlanFacts {
  bool goes_to_goal = false;         ///< MachineForms::goes_to_goal
  bool finds_races = false;          ///< HasRaces
  bool paths_are_traces = true;      ///< as these options have it run (HasGradedForm)
  std::uint64_t states_at_once = 0;  ///< MachineForms::states_at_once
};

/// The stages of one question.
Plan plan_of(const Test& test, const ExploreOptions& options, const PlanFacts& facts);

/// That of a hunt (hunt.hpp).
Plan hunt_plan(const ExploreOptions& options);

}  // namespace opexplore
