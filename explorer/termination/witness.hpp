// Runs that do not end, in words: steps taken again on the machine.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/termination/guarantee.hpp"
#include "explorer/termination/live_machine.hpp"
#include "explorer/termination/report.hpp"

namespace opexplore {

/// The last barrier instruction that a thread has executed on a way, if it has.
using BarriersPassed = std::vector<std::optional<InstructionId>>;

/// Says for each thread what it does in a loop where these go on, or why it does nothing.
std::vector<LassoThread> roles(const Program& program, const Promise& promise,
                               const Threads& threads, ThreadMask run,
                               const BarriersPassed& barriers);

/// Who goes round a loop, and where the others are.
struct Around {
  Threads threads;
  ThreadMask run = 0;
};

/// Adds to a lasso with its steps what they mean under the promise: who does what and why, what is
/// read, where the guarantee ends, and what a CUDA compiler may take for granted about the loop
/// (CUDA C++ Programming Guide, Execution model, forward progress).
void describe_lasso(Lasso& lasso, const Program& program, const Promise& promise,
                    const Around& around, const BarriersPassed& barriers);

/// Takes steps on a machine from its initial state on, and keeps them in words. Keeps references.
class Retrace {
 public:
  Retrace(const Program& program, const LiveMachine& machine);

  /// Whether the step is enabled; then it is taken.
  bool take(Step step);

  const std::string& state() const { return state_; }
  const LiveState& seen() const { return seen_; }
  const BarriersPassed& barriers() const { return barriers_; }
  Threads threads() const { return {started_, seen_.standing.ended, seen_.standing.waiting}; }
  /// Of the step that was taken last.
  const StepDuties& duties() const { return duties_; }
  /// What was taken since the last time.
  Trace taken() { return std::exchange(trace_, {}); }

 private:
  const Program& program_;
  const LiveMachine& machine_;
  std::string state_;
  LiveState seen_;
  StepDuties duties_;
  BarriersPassed barriers_;
  ThreadMask started_ = 0;
  Trace trace_;
};

}  // namespace opexplore
