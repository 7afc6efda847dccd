// Knowledge that no remaining instruction can use: states that differ only in it become one.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Drops what no remaining instruction can use.
template <unsigned Width>
void forget_dead(const Context& context, InOrderState<Width>& state);

}  // namespace opexplore::ptx_model
