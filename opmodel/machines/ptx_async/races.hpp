// Data races of an execution (PTX ISA 9.4, 8.7.1), those with operations in flight among them
// (9.7.10.28.1): conflicting operations that are not morally strong, and that causality orders
// neither way.
#pragma once

#include "opmodel/data_race.hpp"
#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// The pairs that race in the execution of the state; none while an access of a thread is put off
/// in it, for what that observes may still order others. Events that run on by themselves belong to
/// their instruction; events of one operation do not race, nor do operations on an mbarrier.
///
/// A pair that races stays one as the execution goes on, but for one case: a fence.sc that takes
/// its place before another one may order what came before it. Then the execution in which it comes
/// last has the race.
void for_each_data_race(const Context& context, const State& state, DataRaceSink sink);

}  // namespace opexplore::ptx_async
