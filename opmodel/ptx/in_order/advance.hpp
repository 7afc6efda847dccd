// What follows from an executed instruction without any choice, in the in-order form.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Whether no thread has an instruction left, or waits.
template <class Size>
bool all_finished(const Context& context, const InOrderState<Size>& state);

/// The state in which the program begins.
template <class Size>
InOrderState<Size> initial_state(const Context& context);

/// The thread has executed its instruction: it goes on to the next that is not local.
template <class Size>
void advance(const Context& context, InOrderState<Size>& state, ThreadId thread);

/// The thread goes on to the next instruction that is not local, if it does not wait.
template <class Size>
void run_local(const Context& context, InOrderState<Size>& state, ThreadId thread);

/// Every step ends with this: barriers that are complete open, and knowledge that no remaining
/// instruction can use is forgotten.
template <class Size>
void end_step(const Context& context, InOrderState<Size>& state);

}  // namespace opexplore::ptx_model
