// Where the in-order form may leave open in which order SC fences come (in_order/open_fences.hpp),
// and numbers for the fences of such a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "opmodel/ptx/semantics.hpp"
#include "opmodel/ptx/view.hpp"

namespace opexplore::ptx_model {

/// Whether an acyclic order of the fences can be completed in any way. So it is if Fence-SC relates
/// each two fences of different threads, if coherence relates all writes of each location, and if
/// all who access a location do so through the same address and the generic proxy. Each fence must
/// be executed at most once, and there must be something to order, but not more than a FenceSet
/// holds.
bool may_leave_fences_open(const Semantics& semantics);

/// Where a fence.sc stands.
struct FencePlace {
  ThreadId thread = 0;
  InstructionId at = 0;
};

/// The fence.sc instructions of a program, numbered by thread and then by instruction. Immutable.
class FenceSlots {
 public:
  /// Of no instruction.
  FenceSlots() = default;

  /// Precondition: may_leave_fences_open().
  explicit FenceSlots(const Semantics& semantics);

  std::size_t count() const { return places_.size(); }

  const FencePlace& place(std::size_t slot) const { return places_[slot]; }

  /// Precondition: the instruction is a fence.sc.
  std::size_t slot(ThreadId thread, InstructionId at) const { return slots_[thread][at]; }

 private:
  std::vector<FencePlace> places_;  // by slot
  std::vector<std::vector<std::uint8_t>> slots_;
};

}  // namespace opexplore::ptx_model
