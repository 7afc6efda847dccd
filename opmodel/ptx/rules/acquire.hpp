// acquire — what a thread learns when an acquire pattern ends.
//
// PTX ISA 8.8: an acquire pattern is a strong read of a location that a later acquire read of the
// same location, or a later acquiring fence, completes; an acquire read alone is one too.
// PTX ISA 8.9.4: a release pattern synchronises with it if the read observes the write that ends
// the release pattern, directly or through read-modify-writes (8.9.2), and the two are morally
// strong. Everything up to the release pattern is then in base causality before what follows here.
//
//   w in heads(t)     w's message offers (u, views), released through the same kind of path
//   u and t are within the scope of the acquire
//   ---------------------------------------------------------------------------------------
//   view(t) := view(t) ∪ views at the distance of u and t
//
// That the release was wide enough is said by `views`: a release at a narrow scope leaves those for
// larger distances empty (release.hpp).
#pragma once

#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// The operation that ends an acquire pattern.
struct Acquire {
  ThreadId thread = 0;
  Scope scope = Scope::sys;
  Proxy proxy = Proxy::generic;  ///< of an access; a fence is generic
};

/// The thread learns what one write hands on.
template <class Size>
void learn(Knowledge<Size>& knower, const Semantics& semantics, const Message<Size>& message,
           const Acquire& acquire) {
  for (const ReleaseSource<Size>& source : message) {
    // Both ends are morally strong only if they use the same proxy (ISCA 2022, section 6.2).
    if (source.surface_headed != (acquire.proxy != Proxy::generic)) continue;
    const Scope needed = semantics.distance(source.thread, acquire.thread);
    if (acquire.scope >= needed) knower.view |= source.views[level(needed)];
  }
}

/// Action: the patterns that began with these observed writes end here.
template <class Size>
void acquire(Knowledge<Size>& knower, const SharedMemory<Size>& shared,
             const typename Size::Items& heads, const Acquire& acquire) {
  heads.for_each(
      [&](std::size_t head) { learn(knower, shared.semantics, shared.messages[head], acquire); });
}

}  // namespace opexplore::ptx_model
