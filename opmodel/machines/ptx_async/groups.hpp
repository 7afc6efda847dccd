// Groups of operations of a thread (PTX ISA 9.7.9.25.3, 9.7.9.27).
#pragma once

#include <vector>

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// The operations, by the events of their instructions, that a wait of these groups is for, if it
/// comes behind the events of its thread below `end`.
std::vector<EventId> waited_for(const Context& context, const State& state, ThreadId thread,
                                EventId end, const WaitGroup& wait);

/// Whether an operation of such a group has read its sources, and has written.
/// @{
bool has_read(const State& state, EventId issue);
bool has_completed(const State& state, EventId issue);
/// @}

}  // namespace opexplore::ptx_async
