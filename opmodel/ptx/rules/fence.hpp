// fence — ends the acquire patterns that earlier strong reads began, and begins release patterns.
//
// PTX ISA 8.8: a strong read, then an acquiring fence, is an acquire pattern; a releasing fence,
// then a strong write, is a release pattern. `fence.acq_rel` does both, and so does `fence.sc`
// unless the reading says otherwise (ptx_model::acquires, releases).
//
//   t executes a fence F with a scope
//   ---------------------------------------------------------------------------
//   if F acquires:  acquire from every write that t has observed   (acquire.hpp)
//   if F releases:  t's later strong writes offer view(t), at F's scope and below
#pragma once

#include "opmodel/ptx/rules/acquire.hpp"
#include "opmodel/ptx/rules/release.hpp"

namespace opexplore::ptx_model {

/// Action. A fence waits for nothing: it has no guard.
template <class Size>
void fence(Knowledge<Size>& knowledge, const SharedMemory<Size>& shared, ThreadId thread,
           const FenceFacts& fence) {
  const Reading& reading = shared.semantics.reading();
  if (acquires(fence, reading)) {
    acquire(knowledge, shared, knowledge.observed, {thread, fence.scope, Proxy::generic});
  }
  if (releases(fence, reading)) publish(knowledge.released, fence.scope, knowledge.view);
}

}  // namespace opexplore::ptx_model
