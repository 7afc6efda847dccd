// Knowledge that cannot matter to its thread, or to those who learn it (MachineOptions::relevance).
#pragma once

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"
#include "opmodel/ptx/in_order/writes_at.hpp"

namespace opexplore::ptx_model {

/// The other threads with a fence.sc ahead that Fence-SC relates with one of this scope.
template <class Size>
ThreadMask related_fences(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                          Scope scope);

/// Whether the fence.sc at which the thread stands leaves nothing new for those that follow it in
/// Fence-SC. Then it may as well come now: in whatever order it comes later, it teaches its own
/// thread no less than now, and nobody anything less.
template <class Size>
bool tells_nothing(const Context& context, const InOrderState<Size>& state, ThreadId thread,
                   const FenceFacts& fence);

/// A thread that can no longer pass on what it knows keeps what is known of the locations that it
/// will access itself, and of the writes that it observed those that have something to tell it.
/// `writes`: those that are there; `anybody_acquires`: some thread may still end an acquire
/// pattern.
template <class Size>
void keep_relevant(const Context& context, InOrderState<Size>& state, const WritesAt<Size>& writes,
                   bool anybody_acquires);

}  // namespace opexplore::ptx_model
