// Order on the fly: which events happen before the one that is being executed, and which accesses
// are before it in the order of its location (Vulkan memory model: "happens-before", "location
// ordered before"; Dat3M cat/vulkan.cat: hb, locord).
#pragma once

#include "opmodel/machines/vulkan/context.hpp"

namespace opexplore::vulkan {

/// The operation that is being executed, after it has acquired.
struct Now {
  OperationId operation = 0;
  EventId event = no_event;  ///< none while it is only thought of
  EventSet before;           ///< what happens before it
};

/// The events of the thread, up to one that is left out.
EventSet own_events(const Context& context, const State& state, ThreadId thread,
                    EventId without = no_event);

/// The operation as it would be executed, or is, as `event`.
Now now(const Context& context, const State& state, OperationId operation, EventId event);

/// Whether the access `first` is before `now` in the order of their location. Precondition: both
/// access one. `now` has seen what it makes visible, or is only thought of.
bool location_ordered(const Context& context, const State& state, EventId first, const Now& now);

/// Where chains come that make the write visible by `now`; nowhere if it may not pull it.
ChainPlaces pulled(const Context& context, const State& state, const Now& now, EventId write);

/// What two accesses lack that are not ordered. Precondition: not location_ordered().
Missing missing(const Context& context, const State& state, EventId first, const Now& now);

}  // namespace opexplore::vulkan
