// Threads of a block that is run once, and the barriers that they come to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "litmus/kernels/whole/asynchronous_step.hpp"
#include "litmus/kernels/whole/clocks.hpp"
#include "litmus/kernels/whole/launch_run.hpp"

namespace opexplore::kernel {

enum class ThreadStatus : std::uint8_t {
  runs,
  at_barrier,
  at_lanes,
  at_matrix,
  at_mbarrier,
  paused,
  ended
};

/// A thread of the block.
struct Running {
  Executor executor;
  State state;
  ThreadCode code;
  ThreadStatus status = ThreadStatus::runs;
  std::optional<Barrier> barrier = {};  ///< where it waits
  std::optional<Value> awaited = {};    ///< threads; nothing: all of the block
  Value predicate = 0;                  ///< that it brings along
  std::uint32_t mask = 0;               ///< of lanes that it waits for
  Issued issued = {};
};

/// What has come to a barrier.
struct Gathered {
  std::optional<Value> awaited = {};  ///< threads, of those that arrive and do not wait
  std::vector<Clocks::Given> given;
  std::vector<std::uint32_t> waiting;
};

inline bool has_ended(const Running& thread) { return thread.status == ThreadStatus::ended; }

inline bool has_paused(const Running& thread) { return thread.status == ThreadStatus::paused; }

/// Whether the barrier opens. Threads are those of the block, by number. Throws LeftOpen where PTX
/// does not say.
bool is_complete(const Gathered& gathered, std::span<const Running> threads);

/// Threads that the barrier of that number, which opens, lets go together and PTX does not: it is
/// undefined if threads of a warp come to an aligned barrier at different places, and at barrier 0,
/// __syncthreads(), no two threads of a block may (opmodel/parts/barrier.hpp). The block is left to
/// the caller.
std::optional<WholeDivergence> divergence_at(Value id, const Gathered& gathered,
                                             std::span<const Running> threads,
                                             const CodePlaces& places);

}  // namespace opexplore::kernel
