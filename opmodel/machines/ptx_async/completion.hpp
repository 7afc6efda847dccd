// Where what runs on by itself is known to have completed.
#pragma once

#include "opmodel/machines/ptx_async/context.hpp"

namespace opexplore::ptx_async {

/// Behind each asynchronous event the events of threads at which it is known to have completed:
/// waits for its group, for a phase in which it was counted, for its grid.
Rows completions_of(const Context& context, const State& state);

/// Whether the event, of a thread, is strong enough to see what an operation of the issuer has
/// completed (9.7.9.25.4, 8.9.1.1): that is a release of the cluster.
bool is_reached(const Context& context, const Event& event, ThreadId issuer);

}  // namespace opexplore::ptx_async
