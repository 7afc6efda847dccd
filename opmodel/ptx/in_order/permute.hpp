// Exchanging threads in a state of the in-order form.
#pragma once

#include "opmodel/parts/symmetry.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// Puts the threads of the state into these places, and everything that names a thread or a write
/// with them. Precondition: so arranged the program is the same (Symmetry).
template <class Size>
void permute(const Context& context, InOrderState<Size>& state, const Arrangement& arrangement);

/// The thread's first access at the address that is a step. Precondition: there is one.
inline InstructionId first_step_at(const Context& context, ThreadId thread, AddressId address) {
  InstructionId at = 0;
  while (context.skips(thread, at) || !context.semantics.access(thread, at).names(address)) ++at;
  return at;
}

/// Arranges the threads that may change places by what they do and know, so that states that differ
/// by an exchange become one. Precondition: some may.
///
/// Whatever the arrangement, it is an automorphism of the machine: the state that it gives leads to
/// the same outcomes and deadlocks. That nearly all such states become one, and not which, is up to
/// the colours by which threads are arranged.
template <class Size>
void make_canonical(const Context& context, InOrderState<Size>& state);

}  // namespace opexplore::ptx_model
