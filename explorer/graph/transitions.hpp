// The transitions of a completed search, for what is computed after it: the search stores states,
// but no transitions, so they are generated again, and lead from number to number.
#pragma once

#include "explorer/graph/graph.hpp"
#include "explorer/graph/walker.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// Goes to a stored state, and calls visit(number) for the successor of each step. As in the
/// search, final states and those whose race ends it have none. Returns whether the state is final.
bool for_each_successor(const Walker& walker, const VisitedSet& visited, Position number,
                        FunctionRef<void(Position)> visit);

}  // namespace opexplore
