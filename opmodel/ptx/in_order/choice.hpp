// Which threads the in-order form runs first (opmodel/parts/closure.hpp): whose next instruction
// nobody else can affect any more.
//
// What may decide what the next instruction of a thread can do:
//
//   load, atomic of location x   threads that may still write x, and not only behind a barrier that
//                                the reader has yet to come to (barrier_order.hpp): they add writes
//                                to read from. It is the physical location, for aliases see each
//                                other's writes.
//   atomic that commutes         nobody: all that is ever done to x is of this kind
//                                (commuting.hpp).
//   store, fence, proxy fence    nobody. A store does choose its place in coherence among the
//                                writes that are there; of two writes, whichever comes second makes
//                                that choice, and a read of what it overwrites stays possible until
//                                its reader knows the write. What a fence learns was attached to
//                                the writes it observed when they were made.
//   fence.sc                     threads with a fence.sc ahead that Fence-SC relates with it;
//                                nobody
//                                if it tells them nothing (relevance.hpp), or if the order of
//                                fences is left open (open_fences.hpp).
//   barrier, or waiting at one   threads of the CTA that have not ended; if no barrier of the
//                                program has a quorum, an arrival itself waits for nobody: a
//                                generation cannot complete before it.
//
// Threads whose loads wait for each other must all go on. Then one of them decides first what it
// will read (MachineOptions::await_writes): a write that is there, a step each; or one that is not
// there yet, and until then it has no step.
//
// Each is read off the axioms, which are monotone: docs/machines-ptx.md.
#pragma once

#include <algorithm>
#include <optional>

#include "opmodel/parts/closure.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

/// The threads of `able` to expand first; all of them without MachineOptions::ample_threads.
template <class Size>
ThreadMask choose_threads(const Context& context, const InOrderState<Size>& state, ThreadMask able);

/// Whether the thread's next instruction was put off (await_write), and nothing new is there.
template <class Size>
bool awaits_in_vain(const Context& context, const InOrderState<Size>& state, ThreadId thread);

/// Whether some thread's next instruction was put off. If there is no step then, that has been in
/// vain, and the state belongs to no execution.
template <class Size>
bool awaits_any(const InOrderState<Size>& state) {
  return std::ranges::any_of(state.threads, &InOrderThread<Size>::awaits);
}

/// Of several threads that must go on together, one that reads, if what it will read can be
/// decided first: a write that is there, or one that is not there yet.
template <class Size>
std::optional<ThreadId> reader_of(const Context& context, const InOrderState<Size>& state,
                                  ThreadMask chosen);

}  // namespace opexplore::ptx_model
