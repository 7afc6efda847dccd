// Exchanging threads in a state.
#pragma once

#include "opmodel/machines/vulkan/context.hpp"
#include "opmodel/parts/symmetry.hpp"

namespace opexplore::vulkan {

/// Puts the threads of the state into these places, and everything that names a thread or an event
/// with them. Precondition: so arranged the program is the same (Symmetry).
void permute(const Context& context, State& state, const Arrangement& arrangement);

/// Arranges the threads that may change places by what they have done and know, so that states that
/// differ by an exchange become one. Precondition: some may.
///
/// Whatever the arrangement, it is an automorphism of the machine: the state that it gives leads to
/// the same outcomes, races and deadlocks.
void make_canonical(const Context& context, State& state);

}  // namespace opexplore::vulkan
