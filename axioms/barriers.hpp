// How the barriers of a candidate execution can be passed.
#pragma once

#include <cstdint>
#include <vector>

#include "axioms/relation.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// What a barrier instruction waits for.
enum class BarrierReading : std::uint8_t {
  generations,  ///< of a resource: PTX ISA 9.7.13.1
  arrivals,     ///< the same, where the end of a thread would be ordered: if one is waited for,
                ///< refused
  instances,    ///< Dat3M's: each instance number is used once, and arrive waits as sync does
  quorums,      ///< of Vulkan's dialect: an instance is used once, a quorum opens it for all
  scopes        ///< the same, but barriers reach as far as their scope does: Khronos'
};

/// Whether some barrier operand needs the value of a read.
bool barriers_need_reads(const Skeleton& skeleton, const Values& nothing_read);

/// All barrier orders (from a participant to those it releases) that a run of the
/// barriers can give; none if every run gets stuck.
///
/// With generations a sync waits until its generation is complete: every thread of the CTA has
/// arrived or ended, or the named quorum has arrived.
/// `flow_varies[t]`: the paths of thread t differ in their barriers.
/// Precondition: the operands have values. Throws Unsupported.
std::vector<Relation> barrier_orders(const Skeleton& skeleton, const Values& values,
                                     BarrierReading reading, const std::vector<bool>& flow_varies);

}  // namespace opexplore::axioms
