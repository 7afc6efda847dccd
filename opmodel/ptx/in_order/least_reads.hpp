// Of what a load may read, what teaches least (part of MachineOptions::skip_dead_loads).
//
// Two writes of which a load may read either may lead to states that are the same but for what the
// load's thread knows, if the values are the same, or nobody will look at them. Let one of the
// states have no knowledge that the other lacks. Every execution that goes on from the other one
// is also an execution if the load reads the first write instead: knowledge is base causality, all
// axioms are monotone in it, and what reading the first write forbids of coherence the other state
// forbids as well. It has the same outcome. So the other state need not be visited.
#pragma once

#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Whether the states differ in nothing but what the thread knows, and what must not come to be in
/// coherence, and `one` has no more of these. Precondition: no races are looked for.
template <class Size>
bool leaves_as_open(const InOrderState<Size>& one, const InOrderState<Size>& other,
                    ThreadId thread);

}  // namespace opexplore::ptx_model
