// Barriers of CTAs in an execution.
#pragma once

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Opens those that are complete, also because somebody has ended: who waited learns of all
/// arrivals.
void open_barriers(const Context& context, State& next);

}  // namespace opexplore::ptx_async
