// Threads that can no longer influence each other need not be interleaved: running
// them one group after the other reaches the same final and stuck states.
//
// Why this is sound: the threads of one component, closed under "may still
// interact", form a persistent set in every state: no step of another thread, now
// or later, enables, disables or fails to commute with their steps. A search that
// expands a non-empty persistent set per state visits every state without
// successors (Godefroid 1996, theorem 4.3).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "opmodel/parts/accesses.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

/// What a thread may still do from a pc on. Where accesses to different locations count as to one
/// (Accesses), that joins components but never parts them.
struct Footprint {
  Accesses accesses;
  bool fence_sc = false;  ///< may still execute a `fence.sc`
  bool barrier = false;   ///< may still execute a barrier
  bool operator==(const Footprint&) const = default;
};

/// Whether the fence.sc of two threads interact through an order of their own.
enum class FenceOrder : std::uint8_t { ignored, shared };

/// Interaction of the threads of one program, computed once. Precondition: at most
/// max_mask_threads threads.
class Components {
 public:
  /// `order`: shared for machines with a fence.sc order, ignored for those where a
  /// fence is a no-op.
  Components(const Program& program, FenceOrder order);

  /// What `thread` may still do when it stands before `pc`.
  const Footprint& footprint(ThreadId thread, InstructionId pc) const {
    return threads_[thread][pc];
  }

  /// The threads to expand: the component that holds the lowest thread of `able`.
  ///   pcs      per thread the first instruction whose effect may still come (a
  ///            machine with pending instructions gives the earliest of them)
  ///   waiting  threads that wait at a barrier (Barriers::waiting())
  ///   able     threads with an enabled step; if empty the result is empty
  ThreadMask to_expand(std::span<const InstructionId> pcs, ThreadMask waiting,
                       ThreadMask able) const;

 private:
  bool interact(ThreadId left, ThreadId right, std::span<const InstructionId> pcs,
                ThreadMask waiting) const;

  FenceOrder order_;
  std::vector<ThreadMask> ctas_;
  std::vector<std::vector<Footprint>> threads_;  // per thread and pc, the end included
};

}  // namespace opexplore
