// What threads may still do to memory: which locations they may read and write from a pc on.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/liveness.hpp"

namespace opexplore {

/// Locations that are read and written. They are physical: aliases and proxies are one. Only those
/// that two threads name have a bit; from the 65th on bits are used again, which takes accesses to
/// different locations for accesses to one, never the other way round.
struct Accesses {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;

  /// Whether one of them writes what the other accesses.
  bool conflict_with(const Accesses& other) const {
    return (writes & (other.reads | other.writes)) != 0 || (reads & other.writes) != 0;
  }
  /// Whether both name a location.
  bool meet(const Accesses& other) const {
    return ((reads | writes) & (other.reads | other.writes)) != 0;
  }
  void add(const Accesses& other) {
    reads |= other.reads;
    writes |= other.writes;
  }
  bool operator==(const Accesses&) const = default;
};

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
