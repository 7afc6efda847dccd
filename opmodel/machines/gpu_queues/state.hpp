// The boxes of figure 5.11 in Sorensen 2014: per thread its address queues and load array
// (opmodel/queues) and its own view of memory, every location of it with two flags.
#pragma once

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/queues/queues.hpp"

namespace opexplore::gpu_queues {

/// One location in one thread's view.
///
/// Invariants: `gm` without `lm` is a value that the block already has; on a global location
/// `lm` implies `gm`; a shared location has no `gm`; `reached` is empty without a flag.
struct Cell {
  Value value = 0;
  bool lm = false;         ///< locally modified: the block has yet to get it
  bool gm = false;         ///< globally modified: the other blocks have yet to get it
  ThreadMask reached = 0;  ///< who got it already; `--distribution receiver` alone
  bool operator==(const Cell&) const = default;
};

struct State {
  SmallVector<queue_model::ThreadState, 4> threads;
  SmallVector<Cell, 16> views;  ///< by thread, then location
  bool operator==(const State&) const = default;
};

}  // namespace opexplore::gpu_queues
