// Data races in the out-of-order form (rules/race.hpp): of the whole execution, for what a load
// learns late may still order what was done before it.
#pragma once

#include "opmodel/data_race.hpp"
#include "opmodel/ptx/out_of_order/events.hpp"

namespace opexplore::ptx_model {

/// The pairs that race in the execution of the state; none while something is put off in it.
void for_each_data_race(const Context& context, const OutOfOrderState& state, DataRaceSink sink);

/// Whether a pair races in the second that does not in the first, of executions without anything
/// that is put off.
bool adds_data_race(const Context& context, const OutOfOrderState& before,
                    const OutOfOrderState& after);

}  // namespace opexplore::ptx_model
