// Barriers of clusters and dependent grids: who waits for whom, and whether a thread can stay where
// it waits (PTX ISA 9.4, 9.7.15.3 and 9.7.15.14).
#pragma once

#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

bool in_one_cluster(const Program& program, ThreadId a, ThreadId b);

/// From each arrival at a cluster barrier to the waits of its round.
Relation cluster_rounds(const Skeleton& skeleton);

/// From what a thread of the cluster did that had ended before a round to the waits of that.
Relation cluster_exits(const Skeleton& skeleton);

/// From what the start of a grid waits for to everything in it: of each thread of the grid before,
/// that it launches what depends on it, or all that it does.
Relation grid_starts(const Skeleton& skeleton);

/// Whether the waits of clusters and grids are passed where the paths pass them, and open for none
/// who stays there. (Who can stay at a barrier of a CTA is a question of its generations.)
bool agree_on_waits(const Skeleton& skeleton);

}  // namespace opexplore::axioms
