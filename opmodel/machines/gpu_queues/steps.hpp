// What can be done in a state of `gpu-queues`, and whether it is the end.
#pragma once

#include <optional>

#include "opmodel/machines/gpu_queues/rules.hpp"

namespace opexplore::gpu_queues {

using Steps = SmallVector<Step, 32>;

/// Adds the steps of a thread's own instructions.
void add_thread_steps(const Context& context, const State& state, ThreadId thread, Steps& steps);

/// Adds the deliveries of a thread's view.
void add_deliveries(const Context& context, const State& state, ThreadId thread, Steps& steps);

/// Whether all programs are done, all queues empty, and no flag is left.
bool at_rest(const Context& context, const State& state);

/// The first location that the test asks about and that threads at rest see differently, of those
/// that can see it.
std::optional<LocationId> unsettled(const Context& context, const State& state);

}  // namespace opexplore::gpu_queues
