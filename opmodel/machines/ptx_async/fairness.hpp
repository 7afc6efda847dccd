// What memory owes where infinite runs are judged (opmodel/progress.hpp).
#pragma once

#include "opmodel/machines/ptx_async/consistency.hpp"
#include "opmodel/machines/ptx_async/guards.hpp"

namespace opexplore::ptx_async {

/// The writes of the location that none follows in coherence.
EventSet last_of(const Consistency& consistency, LocationId location);

/// Whether the thread may read the location again and again, and memory has not shown it all of its
/// last writes.
bool is_behind(const Context& context, const State& state, const std::vector<Standing>& standings,
               const Consistency& consistency, ThreadId thread, LocationId location);

/// What the thread reads no more of a location, as it has been shown later writes.
struct Outdated {
  bool initial = false;  ///< the initial value
  EventSet writes;
};
Outdated outdated(const Context& context, const State& state, ThreadId thread, LocationId location);

/// Forgets what the thread was shown of locations that it does not read again and again any more.
void forget_shown(const Context& context, State& state, ThreadId thread);

}  // namespace opexplore::ptx_async
