// Between the states of the two forms, where the out-of-order form goes on from one of the in-order
// form, and comes back to one (Context::folds; docs/machines-ptx.md has the argument).
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"
#include "opmodel/ptx/out_of_order/state.hpp"

namespace opexplore::ptx_model {

/// \name The past of the state in which nothing has been issued: all threads at their first
/// instruction. Whether it is that.
/// @{
Past beginning(const Context& context);
bool is_beginning(const Context& context, const Past& past);
/// @}

/// The state from which something can be put off. Precondition: threads have something to do.
OutOfOrderState unfolded(Past past);

/// Whether all that was issued has been performed: nobody's past can change any more.
bool may_fold(const OutOfOrderState& state);

/// The state of the in-order form that has the same future. `present`: of the state, all but its
/// place in coherence, or null. Precondition: may_fold().
InOrderState<LateSize> folded(const Context& context, const OutOfOrderState& state,
                              Present* present);

}  // namespace opexplore::ptx_model
