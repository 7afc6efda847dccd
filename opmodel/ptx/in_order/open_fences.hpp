// Fence-SC, left open: a fence.sc takes no place among the others when it runs. The state remembers
// which fences must come before which, and any order that respects that will do.
//
// Of two fences F and G, F cannot come before G if something that is known before F is
// coherence-after what an event behind G has read or made: that event would have known it (PTX ISA
// 8.9.3, 8.10.1, 8.10.6). Nor can it if a write behind G is known before F, or has been read before
// F: it would come before itself, or before a read of it (8.10.6). Then G comes before F; and if F
// is in base causality before G, it comes before G (8.10.2). Nothing else is required.
// docs/machines-ptx.md says why an order that is acyclic can be completed in any way, where
// may_leave_fences_open() holds.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// \name What a read of the write, or its making, by the thread's next instruction says of the
/// fences that come before it (in_turn.hpp): some must come after others. False if these must come
/// before those: the event is impossible. Nothing where the order of fences is not left open.
/// @{
template <class Size>
bool read_behind_fences(const Context& context, InOrderState<Size>& state, ThreadId thread,
                        std::size_t source);
template <class Size>
bool write_behind_fences(const Context& context, InOrderState<Size>& state, ThreadId thread,
                         std::size_t write);
/// @}

/// The fence of this slot has run, and its thread's view is what is known behind it, itself
/// included. Notes which fences must come before it.
template <class Size>
void leave_open(const Context& context, InOrderState<Size>& state, std::size_t slot,
                const View<Size>& view);

/// Writes that say something about fences to come, whoever accesses them: those that events behind
/// a fence have read or made, and what follows these in coherence. `any`: what all threads may do.
template <class Size>
typename Size::Items kept_for_fences(const Context& context, const InOrderState<Size>& state,
                                     const Future& any);

/// Forgets of the fences what can require nothing any more. Returns whether kept_for_fences() may
/// have become less.
template <class Size>
bool forget_open_fences(const Context& context, InOrderState<Size>& state, const Future& any);

}  // namespace opexplore::ptx_model
