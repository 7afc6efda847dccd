// Runs that do not end, in words: steps taken again on the machine.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/analyses/replay.hpp"
#include "explorer/graph/walker.hpp"
#include "explorer/termination/guarantee.hpp"
#include "explorer/termination/warps.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// The last barrier instruction that a thread has executed on a way, if it has.
using BarriersPassed = std::vector<std::optional<InstructionId>>;

/// What keeps threads where they are.
struct Halts {
  BarriersPassed barriers;
  WarpStacks stacks;
};

/// Says for each thread what it does in a loop where these go on, or why it does nothing.
std::vector<LassoThread> roles(const Program& program, const Promise& promise,
                               const Threads& threads, ThreadMask run, const Halts& halts);

/// "P1 is in the same warp as P0, …" of the first thread whose warp has disabled it; or nothing.
Phrase first_disabled(const std::vector<LassoThread>& threads);

/// Who goes round a loop, and where the others are.
struct Around {
  Threads threads;
  ThreadMask run = 0;
};

/// Adds to a lasso with its steps what they mean under the promise: who does what and why, what is
/// read, where the guarantee ends, and what a CUDA compiler may take for granted about the loop
/// (CUDA C++ Programming Guide, Execution model, forward progress).
void describe_lasso(Lasso& lasso, const Program& program, const Promise& promise,
                    const Around& around, const Halts& halts);

/// Takes steps on a machine from its initial state on, and keeps them in words; of the promise
/// looks at the stacks of warps alone. Keeps references to the program and the walker, which goes
/// nowhere else meanwhile.
class Retracing {
 public:
  /// Throws std::logic_error for stacks on a machine that does not know its places.
  Retracing(const Program& program, const Walker& walker, const Promise& promise);

  /// Whether the step is enabled, of a thread that its warp does not disable; then it is taken.
  bool take(Step step);

  std::string state() const { return std::string(walker_.encoded()); }
  const Halts& halts() const { return halts_; }
  const WarpStacks& stacks() const { return halts_.stacks; }
  Threads threads() const {
    const Standing standing = walker_.standing();
    return {started_, standing.ended, standing.waiting,
            Warps::disabled(stacks()) & ~standing.ended};
  }
  /// Why nobody goes on; empty if somebody does, or the run ends here.
  Phrase stuck_reason() const;
  /// Of the step that was taken last.
  const StepDuties& duties() const { return duties_; }
  /// What was taken since the last time.
  Trace taken() { return told_.taken(); }

 private:
  const Program& program_;
  const Walker& walker_;
  Warps warps_;
  Retelling told_;
  StepDuties duties_;
  Halts halts_;
  ThreadMask started_ = 0;
};

}  // namespace opexplore
