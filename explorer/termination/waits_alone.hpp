// Fair runs of programs whose loops only wait, judged without their loops.
//
// Under a promise that everybody goes on, a run without end has, but for idle turns of loops,
// either infinitely many steps or finitely many. Leave the idle turns out, as searches for outcomes
// do (MachineOptions::prune_spins), and let threads go first that no other can make a difference to
// (MachineOptions::ample_threads). If what is left has no circle, there are finitely many, so that
// in the end everybody who has not ended does nothing but idle turns, for ever, and memory has paid
// what it owes. That is refuted state by state: let memory pay in each; one of the threads that go
// on there then has no idle turn to do. Nobody else can make a difference to him, and memory has
// nothing left to keep from him. So he takes another step sooner or later, which is among those
// that the search has followed.
#pragma once

#include <cstdint>
#include <optional>

#include "explorer/explore.hpp"
#include "explorer/graph/walker.hpp"

namespace opexplore {

/// How large the search was that showed that every fair run ends.
struct FairEnd {
  bool in_order_only = false;  ///< of executions in which every load takes effect in program order
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
};

/// Of the search. The instructions are those of the machine for infinite runs, in the same order.
inline MachineOptions options_to_leave_out_idle_turns(MachineOptions options) {
  options.goal = options.races = options.hoist_stores = false;
  return options;
}

/// Looks for that argument on one test, by machines of the walker's form (JudgesWaits). Nothing if
/// it does not hold, or does not apply; not an answer.
std::optional<FairEnd> waits_alone(const Walker& walker, const Test& test,
                                   const ExploreOptions& options);

}  // namespace opexplore
