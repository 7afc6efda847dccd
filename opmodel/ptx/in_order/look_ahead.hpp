// What the observables of the test may still be at the end, seen from a state of the in-order form:
// for searches that want a verdict (MachineOptions::goal).
#pragma once

#include <cstddef>

#include "opmodel/parts/goal.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The values that the observable may have at the end; never too few.
///
/// A register that one read ahead gives its last value may get those of the writes that nothing
/// known to its thread overwrites (where fence.sc lie on the way, and their order is not left open,
/// nothing known at those that come before them in Fence-SC either), and those that may still be
/// stored there. Knowledge only grows,
/// so no other write can be read later. A location may get the values of its last writes, and those
/// that may still be stored there: a write that another follows is never last again.
template <class Size>
PossibleValues possible_values(const Context& context, const InOrderState<Size>& state,
                               std::size_t observable);

/// Of these threads, which may still write what the thread is about to read, those whose values may
/// matter. If the read gives an observable register its last value, and the goal is out of reach
/// with each of the values that a thread may still store, then no execution that is looked for
/// reads from that thread's later writes.
template <class Size>
ThreadMask threads_for_goal(const Context& context, const InOrderState<Size>& state,
                            ThreadId thread, ThreadMask writers);

}  // namespace opexplore::ptx_model
