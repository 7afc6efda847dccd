// Whether any execution ends, asked when a search towards the condition found no final state: a
// program that reaches none satisfies no quantifier.
//
// Depth first: most programs end, and then the first path does.
#pragma once

#include "explorer/explore.hpp"
#include "explorer/graph/walker.hpp"

namespace opexplore {

/// What the search for a final state said.
struct EndSearch {
  bool found = false;
  Incomplete limit = Incomplete::none;  ///< what ended it before it knew
};

/// Looks for a final state of the machine within the limits.
EndSearch find_ending(const Walker& walker, const Test& test, const ExploreOptions& options);

}  // namespace opexplore
