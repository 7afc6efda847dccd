// What values registers and locations may still get: where machines start from that say what an
// observable may be at the end (HasGoal in opmodel/machine.hpp).
//
// What is stored and computed is known as far as the program alone tells (reachable_values.hpp).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/parts/reachable_values.hpp"

namespace opexplore {

/// The writes to registers and locations of one program that may still come, computed once.
class ValuesAhead {
 public:
  /// Analyses all threads of the test.
  explicit ValuesAhead(const Test& test);

  /// The index of the register in Test::observables, if it is observed.
  std::optional<std::size_t> observable(ThreadId thread, RegisterId reg) const;

  /// Whether an instruction from `pc` on may write the register.
  bool may_write(ThreadId thread, InstructionId pc, RegisterId reg) const {
    return threads_[thread][pc].written.test(reg);
  }
  /// Whether the thread may come from `pc` to its end without writing the register.
  bool may_keep(ThreadId thread, InstructionId pc, RegisterId reg) const {
    return threads_[thread][pc].kept.test(reg);
  }
  /// The instructions from `pc` on after which the register may not be written any more, of those
  /// that write it.
  std::vector<InstructionId> last_writers(ThreadId thread, InstructionId pc, RegisterId reg) const;

  /// Whether the load at `pc` gives its register the value that is observed in the end, whatever
  /// the thread does next: the register is observed, and nothing after the load writes it.
  bool is_last_load(ThreadId thread, InstructionId pc) const;

  /// The instructions from `pc` on that read the location.
  std::vector<InstructionId> readers(ThreadId thread, InstructionId pc, LocationId location) const;

  /// The values that instructions from `pc` on may write to the location.
  const PossibleValues& stored(ThreadId thread, InstructionId pc, LocationId location) const;

  /// What a register may be that an instruction writes which does not read memory; of one that
  /// does, what its location `holds`.
  PossibleValues result_of(ThreadId thread, InstructionId pc, const PossibleValues& holds) const;

 private:
  using Stored = std::map<LocationId, PossibleValues>;
  struct Point {
    RegisterSet written;                 // from here on
    RegisterSet kept;                    // on some way to the end
    std::vector<InstructionId> writers;  // from here on, of those that write a register last
    std::vector<InstructionId> readers;  // from here on, of memory
    Stored stored;
  };

  void add_thread(ThreadId id);

  const Program& program_;
  ReachableValues reachable_;
  std::vector<std::vector<Point>> threads_;  // per thread and pc, the end included
  std::map<RegisterTerm, std::size_t> observed_;
};

}  // namespace opexplore
