// Searches that look only for final states which decide the verdict: when they are allowed, and
// what is asked to find the trace of one outcome.
#pragma once

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Whether the question is one that a search towards the condition answers: the verdict alone. Who
/// looks for stuck states, paths or stalls needs the states that it leaves out.
bool asks_for_verdict(const ExploreOptions& options);

/// The same test, asking whether any final state passes its filter. A data race is one of
/// executions that do.
Test asking_for_end(Test test);

/// Whether every execution of the program comes to an end, as far as the program alone says: no
/// thread goes back or waits for others. A program without threads says nothing.
bool surely_ends(const Program& program);

/// The same program with the question whether exactly this outcome is reached.
Test asking_for(const Test& test, const Outcome& values);

}  // namespace opexplore
