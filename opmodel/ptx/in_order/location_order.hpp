// SC-per-Location, as events arrive: for programs in which it does not follow from the other
// axioms, because strong accesses to an address are not all morally strong with each other.
//
// PTX ISA 8.10.5: at each location, program order and the morally strong part of reads-from,
// coherence and from-reads have no cycle. Every cycle has a write, for reads alone are in program
// order, and each access to the address but the last event of a thread is behind in program order.
// So of the order it is enough to know, of each write, of each thread, and of each read that a
// later write may yet follow, which writes come before.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The thread's next instruction reads from this write. False if that closes a cycle; the state is
/// then unusable.
template <class Size>
bool order_read(const Context& context, InOrderState<Size>& state, ThreadId thread,
                std::size_t source);

/// The thread's next instruction has put this write into memory, and it has its place in coherence.
/// False if that closes a cycle; the state is then unusable.
template <class Size>
bool order_write(const Context& context, InOrderState<Size>& state, ThreadId thread,
                 std::size_t write);

/// Reads of these writes say what may follow, so the writes cannot leave memory.
template <class Size>
typename Size::Items kept_for_order(const InOrderState<Size>& state);

/// Drops what no event to come can close a cycle with.
template <class Size>
void forget_order(const Context& context, InOrderState<Size>& state, const Future& any);

}  // namespace opexplore::ptx_model
