// Whom a promise guarantees progress, and which infinite runs it allows.
//
// Definitions: Sorensen et al., OOPSLA 2021 (flat models), Tong et al., ASPLOS 2024 (groups). A
// leaf is schedulable if it has neither ended nor waits for good, at a barrier or for the other
// side of its warp; a group is schedulable, or has started, if some leaf below is or has. A group
// forces those of its schedulable children that its model names. A run is allowed if the whole is
// ok, where a thread is ok if it goes on for ever, and a group if each child that it forces is ok
// and, as long as it is schedulable, at least one child is: something always goes on.
#pragma once

#include "explorer/termination/scope_tree.hpp"
#include "opmodel/phrase.hpp"

namespace opexplore {

/// Where threads are, in a state or for all of a loop.
struct Threads {
  ThreadMask started = 0;
  ThreadMask ended = 0;
  ThreadMask waiting = 0;  ///< at barriers; of a loop: at those that do not open in it
  /// Another side of their warp has its turn (warps.hpp); of a loop: for all of it.
  ThreadMask disabled = 0;
  bool operator==(const Threads&) const = default;
};

/// Whether it makes a difference to the promise who has started.
bool asks_who_has_started(const Promise& promise);

/// Whether a run in which from some point on these threads go on for ever, and no others, is one
/// that the promise allows.
bool allows(const Promise& promise, const Group& tree, const Threads& threads, ThreadMask run);

/// The threads of which each group on the way to them forces the next: those that a random
/// scheduler that keeps the promise picks from.
ThreadMask guaranteed(const Promise& promise, const Group& tree, const Threads& threads);

/// The threads that may take a step: all, but those of CTAs that have not started and find no room.
ThreadMask admitted(const Promise& promise, const Group& tree, const Threads& threads);

/// Why a thread that is schedulable need not be scheduled; the level at which the guarantee ends.
struct Unforced {
  ScopeLevel level = ScopeLevel::sys;
  Phrase reason;  ///< "block 1 has not started"
};

/// Precondition: the thread is schedulable and not guaranteed.
Unforced why_not_guaranteed(const Promise& promise, const Group& tree, const Threads& threads,
                            ThreadId thread);

}  // namespace opexplore
