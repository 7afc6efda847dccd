// Where races are followed: the axioms of the Vulkan memory model on one location, checked when an
// access has been executed (Dat3M cat/vulkan.cat: consistency of location order, reads-from,
// from-reads and asmo; no stale non-atomic reads; atomicity of read-modify-writes).
#pragma once

#include "opmodel/machines/vulkan/order.hpp"

namespace opexplore::vulkan {

/// Adds the access to the order of its location, where its location order is known and it is
/// placed. False if that breaks an axiom.
bool add_to_order(const Context& context, State& state, EventId event);

}  // namespace opexplore::vulkan
