// Which loop iterations change nothing: a thread that reads, and comes back to where
// it was with the registers it had, need not have taken the detour.
//
// Why leaving it out is exact: the axioms of the PTX model are monotone, so an
// execution without the events of that iteration is consistent whenever the one
// with them is, and it ends in the same outcome.
#pragma once

#include <span>
#include <vector>

#include "opmodel/parts/local.hpp"

namespace opexplore {

// WART: growing-spins. Iterations that write stay, and some locks grow.
/// Loops of a program whose iterations can be left out; computed once.
class Spins {
 public:
  /// Keeps references to all its arguments.
  Spins(const Program& program, const Liveness& liveness, const LocalSteps& local);

  /// Whether a thread that executed instruction `pc` with `before` as its registers, and
  /// now stands before `next` with `after`, has come back to where it already was, without
  /// anything but reads and fences on the way. Looks through local instructions
  /// and fences ahead. Whether the instruction itself wrote anything is the caller's to ask.
  bool returns(ThreadId thread, InstructionId pc, std::span<const Value> before, InstructionId next,
               std::span<const Value> after) const;

  /// Whether it ever does, whatever is read there.
  bool may_return(ThreadId thread, InstructionId pc) const { return returns_[thread][pc] != 0; }

  /// Whether `pc` is a read in a loop that begins at `head` and nothing from there to it can be
  /// noticed when it comes back there: every path to it passes the head, between the two nothing
  /// writes or arrives at a barrier, and no register changes that is live at the head. Whether the
  /// read writes, too, and what happens on the way back, is the caller's to ask.
  bool quiet(ThreadId thread, InstructionId pc, InstructionId head) const {
    const std::vector<char>& heads = quiet_[thread][pc];
    return !heads.empty() && heads[head] != 0;
  }

 private:
  const Program& program_;
  const Liveness& liveness_;
  const LocalSteps& local_;
  std::vector<std::vector<std::vector<char>>> quiet_;  // thread, read in a loop, its head
  std::vector<std::vector<char>> returns_;             // thread and read: some head is quiet
};

}  // namespace opexplore
