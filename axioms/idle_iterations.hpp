// Iterations of a loop that leave everything as it was: a thread that waits looks, and goes round.
//
// A path comes to the head of a loop twice. In between it only read and passed fences, and the
// registers that matter at the head have the values and the dependencies that they had before: the
// iteration is idle. Leaving it out is exact:
//
// * What is left is a path of the thread. It goes on at the head as the longer one does, since
//   whatever it computes from there on starts from the same registers, and it asks for less of
//   what it reads. It is enumerated itself, so nothing is gained by leaving an iteration out.
// * Take a consistent execution with the longer path, and leave out the events of the iteration.
//   No write is among them, so all other reads keep their sources, and all values stay. The
//   relations of the program are those of the events that are left; of control dependencies there
//   may be fewer. The execution is still consistent if the axioms forbid something rather than ask
//   for something: forgotten_events.hpp says which models are such, and those of PTX are. So every
//   outcome of the longer path is one of the shorter path: nothing is lost.
//
// An execution with a race needs the accesses that race, and one of them may be in an idle
// iteration. Then a path keeps one iteration: where a thread has two, one of them has no part in
// the race, and leaving it out keeps the race, as the order between the two accesses does not grow.
//
// Whatever the model says, an iteration without any event can be left out: waits for an mbarrier
// that did not find their phase complete.
//
// An iteration that writes, that arrives at a barrier, or that takes on a value for the next one is
// not idle. A compare-and-swap that failed has not written, unless the model says so.
#pragma once

#include <vector>

#include "axioms/relation.hpp"
#include "axioms/thread_paths.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

/// What a path had when it came to the head of a loop.
struct Visit {
  InstructionId head = 0;
  unsigned backward_jumps = 0;             ///< of the path so far
  std::vector<ExpressionIndex> registers;  ///< their values
  std::vector<EventSet> dependencies;      ///< of each register, the reads that it depends on
  std::size_t events = 0;                  ///< of the path so far
};

/// The loops of one thread.
class IdleIterations {
 public:
  /// `observed`: registers whose final values are asked for. Of idle iterations a path keeps at
  /// most `kept`. `without_events`: no others are idle.
  IdleIterations(const Thread& thread, const RegisterSet& observed, unsigned kept,
                 bool without_events = false);

  unsigned kept() const { return kept_; }

  /// Whether some jump goes back to this instruction.
  bool is_head(InstructionId at) const { return heads_[at]; }

  /// Whether the path that made the first visit and then the second has done nothing in between, if
  /// it only read and passed fences there.
  bool returned(const Path& path, const Visit& before, const Visit& now) const;

 private:
  std::vector<RegisterSet> live_;  // per instruction and for the end
  std::vector<bool> heads_;
  unsigned kept_ = 0;
  bool without_events_ = false;
};

}  // namespace opexplore::axioms
