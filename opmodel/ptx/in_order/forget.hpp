// Knowledge that no remaining instruction can use: states that differ only in it become one.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Drops what no remaining instruction can use, as far as the options say: `forget_dead`, which all
/// states have that are `finished`; `relevance` (relevance.hpp); `erase_writes` (erase.hpp).
template <class Size>
void forget(const Context& context, InOrderState<Size>& state, bool finished);

}  // namespace opexplore::ptx_model
