// Control barriers of Vulkan's litmus dialect.
#pragma once

#include <vector>

#include "axioms/barrier_arrivals.hpp"
#include "axioms/relation.hpp"

namespace opexplore::axioms {

/// All barrier orders; none if every run gets stuck. Where it says workgroup, it is with `by_scope`
/// the instance of the barrier's scope, and barriers of different scopes never meet.
///
/// Barriers of one workgroup with the same instance, and id if they have one, meet once. Without a
/// quorum they wait for every thread of the workgroup whose text has such a barrier. With one they
/// wait for that many; who comes later passes, having been released by these, and releases nobody
/// (Dat3M's reading, which its tests on quorums show). Of the sets that can have been there in time
/// the smallest are enough: a larger one orders more, and so allows no more.
///
/// Throws Unsupported where quorums differ or are not positive, and for a thread that comes to one
/// instance twice.
std::vector<Relation> quorum_orders(const Skeleton& skeleton, const std::vector<Arrival>& arrivals,
                                    bool by_scope);

}  // namespace opexplore::axioms
