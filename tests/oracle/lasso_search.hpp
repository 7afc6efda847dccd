// Whether a graph of states has a cycle in which certain threads step.
#pragma once

#include <cstddef>
#include <functional>

#include "tests/oracle/progress_states.hpp"

namespace opexplore::oracle {

/// Whether there is a cycle of steps by threads of `allowed`, in which each thread of `required`
/// has a step, through a state that `accepted` takes. It may take a state for what holds of all
/// states of a cycle. Precondition: `required` is not empty, and part of `allowed`.
///
/// Nested depth-first search (Courcoubetis, Vardi, Wolper, Yannakakis, Memory-Efficient Algorithms
/// for the Verification of Temporal Properties, 1992) in the product with a counter, which waits
/// for the required threads one after the other.
bool has_cycle(const StateGraph& graph, const Threads& allowed, const Threads& required,
               const std::function<bool(const ProgramState&)>& accepted);

}  // namespace opexplore::oracle
