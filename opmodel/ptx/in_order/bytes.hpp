// The canonical bytes of in-order states.
//
// Sets of writes take one bit per write that memory holds, so the number of
// writes comes first; parts that are usually empty take one bit of a byte.
#pragma once

#include <string>
#include <string_view>

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Appends the state. Equal states, and no others, have equal bytes.
template <class Size>
void encode(const Context& context, const InOrderState<Size>& state, std::string& bytes);

/// The state with these bytes. Precondition: encode() wrote them with this context.
template <class Size>
void decode(const Context& context, std::string_view bytes, InOrderState<Size>& state);

}  // namespace opexplore::ptx_model
