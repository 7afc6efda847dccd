// Which registers can still matter: read by something observable, or asked for at
// the end. A machine that keeps all others at zero has states that do not grow
// while a thread spins.
//
// Invariant: a register that is not live at a pc can be set to any value there
// without changing any outcome, branch, access or barrier that follows.
#pragma once

#include <span>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

/// Live registers per thread and pc, computed once per test.
///
/// "Strong" liveness: the operands of an arithmetic instruction are live only if
/// its destination is, so a counter that only counts itself is dead. The registers
/// in Test::observables are live at the end of their thread.
class Liveness {
 public:
  /// Analyses all threads of the test.
  explicit Liveness(const Test& test);

  /// Registers that are live before instruction `pc`, in increasing order.
  /// `pc` may be the number of instructions (the end).
  std::span<const RegisterId> live(ThreadId thread, InstructionId pc) const {
    return at(thread, pc).live;
  }

  /// The others, in increasing order.
  std::span<const RegisterId> dead(ThreadId thread, InstructionId pc) const {
    return at(thread, pc).dead;
  }

  /// Whether one register is live before instruction `pc`.
  bool is_live(ThreadId thread, InstructionId pc, RegisterId reg) const {
    return at(thread, pc).set.test(reg);
  }

  /// Sets the dead registers of a thread that stands before `pc` to zero.
  void clear_dead(ThreadId thread, InstructionId pc, std::span<Value> registers) const {
    for (const RegisterId reg : dead(thread, pc)) registers[reg] = 0;
  }

 private:
  struct Point {
    RegisterSet set;
    std::vector<RegisterId> live;
    std::vector<RegisterId> dead;
  };

  const Point& at(ThreadId thread, InstructionId pc) const { return threads_[thread][pc]; }

  std::vector<std::vector<Point>> threads_;
};

}  // namespace opexplore
