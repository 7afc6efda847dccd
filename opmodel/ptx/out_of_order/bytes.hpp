// The canonical bytes of out-of-order states.
#pragma once

#include <string>
#include <string_view>

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/out_of_order/state.hpp"

namespace opexplore::ptx_model {

/// Appends the state. Equal states, and no others, have equal bytes.
void encode(const Context& context, const OutOfOrderState& state, std::string& bytes);

/// The state with these bytes. Precondition: encode() wrote them with this context.
void decode(const Context& context, std::string_view bytes, OutOfOrderState& state);

}  // namespace opexplore::ptx_model
