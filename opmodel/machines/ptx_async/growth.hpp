// How an execution grows by an event: what it may read, and where a write may come in coherence.
#pragma once

#include <vector>

#include "opmodel/machines/ptx_async/context.hpp"
#include "opmodel/machines/ptx_async/thread_run.hpp"

namespace opexplore::ptx_async {

/// One way in which an event takes its place.
struct Way {
  EventId source = no_event;  ///< of a read: the write; none: the initial value
  EventSet before;            ///< of a write, or a fence.sc, those that come before it, of
  EventSet after;             ///< those that it has to be ordered with, and the others
};

/// Adds an event that is not done. Its number.
EventId add(State& state, const Event& event);

/// The event that the instruction before which a thread stands begins with.
Event event_of(const Context& context, const Standing& standing, ThreadId thread);

/// The ways in which an access or a fence.sc of the execution, not done, may be done, whatever the
/// axioms say.
std::vector<Way> ways_of(const Context& context, const State& state, EventId event);

/// Whether the access, not done, is an exchange that may write before it reads: what it writes does
/// not depend on that (8.10.4).
bool may_write_first(const Context& context, const Event& event);

/// The ways in which it may write, and no more.
std::vector<Way> ways_of_write(const Context& context, const State& state, EventId event);

/// Does it that way.
void take(const Context& context, State& state, EventId event, const Way& way);

/// The number of ways that a step has room for.
inline constexpr std::size_t most_ways = 512;

}  // namespace opexplore::ptx_async
