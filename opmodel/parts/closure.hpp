// Ample sets of threads: in each state a few threads whose next instructions nobody else can affect
// any more; running those first reaches the same final and stuck states.
//
// Why this is sound (docs/search.md has it at length). Let an execution go on from here, and take
// the first of its events that belongs to a chosen thread. Whatever comes before it is done by
// others, of which none can decide what that event does, for the choice is closed under "may decide
// what my next instruction can do". So the event can be moved to the front, and the execution is
// still one. Only states without successors have to be kept, which needs no condition on cycles
// (Godefroid 1996, chapter 4: persistent sets).
#pragma once

#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// What is asked about threads before some are chosen.
struct Conflicts {
  /// The threads whose future may decide what the next instruction of this thread can do, where
  /// it stands, or when it goes on if it waits. Asked of threads that are not able, too.
  FunctionRef<ThreadMask(ThreadId)> with;
  /// Whether the next instruction of the thread may have several successors.
  FunctionRef<bool(ThreadId)> branches;
};

/// The threads to expand: those of `able` in the smallest set that is closed under conflicts; of
/// several sets one with few able threads, and of these one that begins with a thread that does not
/// branch; of these the one with the lowest thread. A function of its arguments alone.
/// Empty if `able` is.
ThreadMask ample_threads(ThreadMask able, const Conflicts& conflicts);

}  // namespace opexplore
