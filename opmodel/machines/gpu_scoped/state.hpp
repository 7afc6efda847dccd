// The boxes of `gpu-scoped`: the queues and views of Sorensen 2014, figure 5.11, with the
// level that its section 5.4.1 asks for in between: memory per thread, per block and per GPU.
#pragma once

#include <cstdint>

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/queues/queues.hpp"

namespace opexplore::gpu_scoped {

/// One location at one level.
struct Cell {
  static constexpr std::uint8_t nowhere = 0xff;  ///< origin of initial values

  Value value = 0;
  std::uint8_t origin = nowhere;  ///< the block whose thread wrote the value
  /// At a thread: LM, the block has yet to get it. At a block: GM, the GPU has yet to get
  /// it. In an L1 cache: the line is there. Unused at the GPU.
  bool flag = false;
  bool operator==(const Cell&) const = default;
};

/// Invariants: a block's GM is clear for shared locations; an L1 line that is not there has
/// value 0; what nobody will look at is zero (MachineOptions::forget_dead).
struct State {
  SmallVector<queue_model::ThreadState, 4> threads;
  SmallVector<Cell, 16> views;   ///< by thread, then location: V
  SmallVector<Cell, 16> blocks;  ///< by block, then location: C
  SmallVector<Cell, 4> gpu;      ///< by location: G; shared locations end at their block
  SmallVector<Cell, 4> l1;       ///< by block, then location; empty without L1 caches
  bool operator==(const State&) const = default;
};

}  // namespace opexplore::gpu_scoped
