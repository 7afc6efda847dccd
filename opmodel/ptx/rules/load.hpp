// load — a read takes its value from a write that nothing known to its thread has overwritten.
//
// PTX ISA 8.10.6 (Causality): what is in base causality before a read, at its address and through
// its proxy (ISCA 2022, section 6.2), may not overwrite what it reads: fr;cause has no cycle.
// PTX ISA 8.9.2, 8.9.4: a morally strong read of a write is an observation, and observation is base
// causality.
//
//   t reads w through access a     known = writes in view(t) that order an access like a
//   no write in known follows w in coherence
//   ------------------------------------------------------------------------------------
//   if w and a are morally strong:  view(t) ∪= {w},  and if a is strong  observed(t) ∪= {w}
//   if a acquires:  acquire from the writes that t observed at a's address   (acquire.hpp)
//
// An atomic reads in the same way; so does a load that was postponed, when it takes its value.
#pragma once

#include "opmodel/ptx/rules/acquire.hpp"

namespace opexplore::ptx_model {

/// Guard. `known`: Memory::ordered_before() of the thread's view.
template <unsigned Words>
bool may_load(const Memory<Words>& memory, const ItemSet<Words>& known, std::size_t source) {
  // Whatever is known of the location follows its initial write.
  if (source == initial_write) return known.empty();
  return !memory.writes[source].after.intersects(known);
}

/// Action.
template <class Size>
void load(Knowledge<Size>& knowledge, const SharedMemory<Size>& shared, const Access& access,
          std::size_t source) {
  const Semantics& semantics = shared.semantics;
  if (shared.memory.morally_strong(source, access, semantics)) {
    knowledge.view.add(source, access, semantics.stages());
    if (access.strong) knowledge.observed |= Size::Items::of(source);
  }
  if (!access.acquires) return;
  // The pattern may have begun with an earlier strong read of this address.
  const auto heads = knowledge.observed & shared.memory.at_address(access.address, semantics);
  acquire(knowledge, shared, heads, {access.thread, access.scope, access.proxy});
}

}  // namespace opexplore::ptx_model
