// Data races in the in-order form: what is remembered of accesses, and what meets (rules/race.hpp).
// All of it does nothing where races are not looked for.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The access that the thread executes now meets the earlier ones, and is remembered. `writes`:
/// whether it does, for a compare-and-swap that fails only reads.
template <class Size>
void meet_accesses(const Context& context, InOrderState<Size>& state, ThreadId thread, bool writes);

/// What the thread reads from there now comes before all that it does from here on.
template <class Size>
void observe_accesses(const Context& context, InOrderState<Size>& state, ThreadId thread,
                      std::size_t source);

/// The thread makes the write, which has just been put into memory: that meets the earlier
/// accesses, and the write hands on, to those who observe it, which accesses it is or has observed.
template <class Size>
void meet_as_write(const Context& context, InOrderState<Size>& state, ThreadId thread,
                   std::size_t write);

/// Drops accesses that nothing ahead can race with any more.
template <class Size>
void forget_accesses(const Context& context, InOrderState<Size>& state);

/// Whether the step between the two states was no access that raced, or that others may still race
/// with: then a loop iteration that ends with it may be left out. Precondition: `before` holds no
/// pairs of earlier steps, unless all are kept.
template <class Size>
bool same_accesses(const InOrderState<Size>& before, const InOrderState<Size>& after);

/// Whether threads that are left for later may race, and those that go on may do so for ever.
template <class Size>
bool leaves_races(const Context& context, const InOrderState<Size>& state, ThreadMask chosen,
                  ThreadMask left);

}  // namespace opexplore::ptx_model
