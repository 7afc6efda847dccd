// The numbers of events: by thread, and of a thread as it executed them.
#pragma once

#include "opmodel/machines/vulkan/context.hpp"

namespace opexplore::vulkan {

/// Drops all other events, also out of sets, and gives those that are kept their numbers. Nothing
/// but sets and events may name a dropped one.
void keep_events(const Context& context, State& state, const EventSet& kept);

}  // namespace opexplore::vulkan
