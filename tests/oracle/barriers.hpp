// How the barriers of a candidate execution can be passed.
#pragma once

#include <vector>

#include "tests/oracle/candidate.hpp"
#include "tests/oracle/relation.hpp"

namespace opexplore::oracle {

/// Whether some barrier operand needs the value of a read.
bool barriers_need_reads(const Candidate& candidate);

/// All barrier orders (from a participant to those it releases) that a run of the
/// barriers can give; none if every run gets stuck.
///
/// Default: a sync waits until its generation is complete: every thread of the CTA has
/// arrived or can no longer come to the resource, or the named quorum has arrived.
/// With Model::arrive_blocks: Dat3M's one-shot instances.
/// `flow_varies[t]`: the paths of thread t differ in their barriers.
/// Precondition: the operands have values. Throws Unsupported.
std::vector<Relation> barrier_orders(const Candidate& candidate, const ReadsFrom& reads_from,
                                     const std::vector<bool>& flow_varies);

}  // namespace opexplore::oracle
