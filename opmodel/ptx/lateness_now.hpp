// Whether the in-order form is still exact here: what the static analysis says of a program can be
// a matter of states that no execution reaches, for example two threads in one critical section.
#pragma once

#include <map>
#include <shared_mutex>
#include <span>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/ptx/cycle_walk.hpp"

namespace opexplore::ptx_model {

/// Remembers what it has worked out. Thread-safe.
class LatenessNow {
 public:
  /// Keeps the references that are in `facts`.
  explicit LatenessNow(const ProgramFacts& facts) : facts_(facts) {}

  /// Whether some execution that goes on from here may have a cycle of program order, reads-from,
  /// barriers and at most one pair of the Fence-SC order that enters each of its threads where the
  /// thread stands now: at `pcs[t]`, or at the barrier before it for those who are `waiting`. If
  /// not in any state that the in-order form visits, it was exact (docs/machines-ptx.md).
  bool late(std::span<const InstructionId> pcs, ThreadMask waiting) const {
    return late_threads(pcs, waiting) != 0;
  }

  /// The threads whose next instructions are loads at which such a cycle may begin, or fences to
  /// which that pair may lead.
  ThreadMask late_threads(std::span<const InstructionId> pcs, ThreadMask waiting) const;

 private:
  bool may_be_late(Node node) const;
  ThreadMask work_out(std::span<const InstructionId> standing) const;

  ProgramFacts facts_;
  mutable std::shared_mutex mutex_;
  mutable std::map<std::vector<InstructionId>, ThreadMask> known_;
};

}  // namespace opexplore::ptx_model
