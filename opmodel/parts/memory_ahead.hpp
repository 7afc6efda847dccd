// What threads may still do to memory: which locations they may read and write from a pc on.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/parts/accesses.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/liveness.hpp"

namespace opexplore {

/// Whether a load counts as a read although nobody will look at what it has read.
enum class DeadLoads : std::uint8_t { counted, ignored };

/// The accesses of one program, computed once.
class MemoryAhead {
 public:
  /// Precondition: at most max_mask_threads threads.
  MemoryAhead(const Program& program, const Liveness& liveness, DeadLoads dead_loads);

  /// Those of the instruction at `pc`; none at the end.
  const Accesses& at(ThreadId thread, InstructionId pc) const { return threads_[thread].at[pc]; }
  /// Those of all instructions that may be executed from `pc` on.
  const Accesses& from(ThreadId thread, InstructionId pc) const {
    return threads_[thread].from[pc];
  }

 private:
  struct Facts {
    std::vector<Accesses> at;  // per pc, the end included
    std::vector<Accesses> from;
  };
  std::vector<Facts> threads_;
};

}  // namespace opexplore
