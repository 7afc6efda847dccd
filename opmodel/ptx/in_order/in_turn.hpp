// What there is to an access beside its rule, as a list that is read from top to bottom: whoever
// awaits a write, orders events by other means, or looks for races has a function of one kind.
#pragma once

#include <cstddef>
#include <type_traits>

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Calls part(context, state, thread, write) for one part after the other, until one says false:
/// the access, the thread's next instruction, contradicts what is ordered by that means, and the
/// state is unusable. One that says nothing never does. `write`: that which is read, or which is
/// made.
template <class Size, class... Parts>
bool in_turn(const Context& context, InOrderState<Size>& state, ThreadId thread, std::size_t write,
             Parts... parts) {
  const auto possible = [&](auto part) {
    if constexpr (std::is_void_v<decltype(part(context, state, thread, write))>) {
      part(context, state, thread, write);
      return true;
    } else {
      return part(context, state, thread, write);
    }
  };
  return (possible(parts) && ...);
}

}  // namespace opexplore::ptx_model
