// Writes that nobody can read, or order others with, leave memory (MachineOptions::erase_writes).
// Then a loop around a barrier, or of a producer and a consumer, has finitely many states, and only
// those that still matter count against the limit of writes.
//
// Which they are, of a location that an instruction ahead...
//
//   neither accesses nor the test asks for    all
//   does not access                           all but the last, one of each value
//   writes, but none reads                    those that no other comes before, unless a read said
//                                             what must not follow them
//   accesses                                  covered ones: those that some w' follows which every
//                                             thread knows that may still access the location
//   reads, but none writes strongly           those that no other comes before and nobody can read
//   accesses, and coherence is total there    those that a read-modify-write has read, if who does
//                                             not know that one reads nothing without writing
//
// A write from which a thread has observed something to learn stays. docs/machines-ptx.md says why
// nobody misses the others.
#pragma once

#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"
#include "opmodel/ptx/in_order/writes_at.hpp"

namespace opexplore::ptx_model {

/// Erases such writes, wherever they are named. `writes`: those that are there; `any`: what all
/// threads together may still do. Returns whether more may be useless without them.
template <class Size>
bool erase_writes(const Context& context, InOrderState<Size>& state, const WritesAt<Size>& writes,
                  const Future& any);

}  // namespace opexplore::ptx_model
