// Stores before the independent loads that stand next to them: a load that nobody made wait and a
// store behind it may happen in either order, so the search need look at one order alone. It is the
// one in which a load can read what follows from the store without being postponed.
#pragma once

#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore {

/// A test whose stores have been moved up, and where each instruction came from.
struct Hoisted {
  Test test;  ///< each instruction still has its place and text in the source
  /// Per thread and instruction of `test`: its number in the thread as it was given.
  std::vector<std::vector<InstructionId>> original;
};

/// Moves every store up, over one neighbour after the other, as far as it commutes with them:
/// within its basic block, over
///   * loads that do not acquire, of another physical location, and that do not load what the store
///     needs, if the store does not release;
///   * arithmetic that does not compute what the store needs;
///   * fences between threads, not proxies, that are in no release or acquire pattern, for their
///     thread has no strong read before them and no strong write behind them, and in no Fence-SC
///     order: they do nothing.
///
/// For the PTX models alone, and exact there: a consistent execution of the one program is one of
/// the other, the two events exchanged in program order. The pair itself is in no axiom: the two
/// overlap nowhere and neither depends on the other. And a third event is related through program
/// order to both or to none: the events in front of and behind a pair of neighbours are the same,
/// and it is on other events than these two that synchronisation begins and ends (PTX ISA 8.8: a
/// release pattern begins with a release or a fence, an acquire pattern ends with an acquire or a
/// fence; the store may end a release pattern and the load begin an acquire pattern, but both do
/// so together with an event that is not among the two). Base causality (8.9.5) begins and ends
/// there as well. Atomics and other fences stay where they are, and so does everything in a program
/// with barriers: there who waits may also wait for somebody to go where there is none, which
/// orders nothing, and a store in front of what it waited behind can be seen earlier.
Hoisted hoist_stores(Test test);

/// The test as it is: nothing has moved.
Hoisted as_written(Test test);

}  // namespace opexplore
