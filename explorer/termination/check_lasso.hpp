// Lassos that somebody else has made, checked.
#pragma once

#include "explorer/graph/walker.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// Whether the lasso is one (replay_lasso() in termination.hpp).
ReplayedLasso check_lasso(const Walker& walker, const Test& test, const LassoSteps& steps,
                          const Promise& promise);

}  // namespace opexplore
