// store — a write takes its place in coherence and hands on the release patterns that end in it.
//
// PTX ISA 8.10.1 (Coherence): a write follows in coherence whatever overlapping write is in base
// causality before it. PTX ISA 8.9.6: coherence is partial; it relates each two morally strong
// writes one way or the other, and writes that race not at all.
//
//   t writes w through access a    known = writes in view(t) that order an access like a
//   known can still precede w in coherence
//   ------------------------------------------------------------------------------------
//   each write in known precedes w, and so does the initial one
//   each morally strong write that is not ordered with w: before it, or after it (a step each)
//   view(t) ∪= {w};  message(w) := what t releases                        (release.hpp)
#pragma once

#include "opmodel/ptx/rules/release.hpp"

namespace opexplore::ptx_model {

/// Guard and first conclusion: orders the write after what is known. False if coherence or a read
/// forbids it; the memory is then unusable.
template <class Size>
bool may_store(Memory<Size::words>& memory, const View<Size>& view, const Access& access,
               std::size_t write, const Semantics& semantics) {
  const auto known = memory.ordered_before(view, access, semantics);
  return !known.contains(write) && memory.order(known, Size::Items::of(write));
}

/// Action on knowledge and messages. The ways to order it are for_each_orientation().
template <class Size>
void store(Knowledge<Size>& knowledge, const SharedMemory<Size>& shared, const Access& access,
           std::size_t write) {
  knowledge.view.add(write, access, shared.semantics.stages());
  release(knowledge, access, shared.messages[write]);
  const std::size_t source = shared.memory.writes[write].rmw_source;
  if (source != Write<Size::words>::none &&
      shared.memory.morally_strong(source, access, shared.semantics)) {
    inherit(shared.messages[write], shared.messages[source]);
  }
}

}  // namespace opexplore::ptx_model
