// Which threads the in-order form runs first (opmodel/parts/closure.hpp): whose next instruction
// nobody else can affect any more.
//
// What may decide what the next instruction of a thread can do:
//
//   load, atomic of location x   threads that may still write x, and not only behind a barrier that
//                                the reader has yet to come to (barrier_order.hpp): they add writes
//                                to read from. It is the physical location, for aliases see each
//                                other's writes.
//   store, fence, proxy fence    nobody. A store does choose its place in coherence among the
//   writes
//                                that are there; of two writes, whichever comes second makes that
//                                choice, and a read of what it overwrites stays possible until its
//                                reader knows the write. What a fence learns was attached to the
//                                writes it observed when they were made.
//   fence.sc                     threads with a fence.sc ahead that Fence-SC relates with it;
//   nobody
//                                if it tells them nothing (relevance.hpp).
//   barrier, or waiting at one   threads of the CTA that may still reach a barrier; if no barrier
//                                of the program has a quorum, an arrival itself waits for nobody: a
//                                generation cannot complete before it.
//
// Each is read off the axioms, which are monotone: docs/machines-ptx.md.
#pragma once

#include "opmodel/parts/closure.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The threads of `able` to expand first; all of them without MachineOptions::ample_threads.
template <class Size>
ThreadMask choose_threads(const Context& context, const InOrderState<Size>& state, ThreadMask able);

}  // namespace opexplore::ptx_model
