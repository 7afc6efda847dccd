// Runs that do not end, in words: steps taken again on the machine.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/replay.hpp"
#include "explorer/termination/guarantee.hpp"
#include "explorer/termination/report.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

/// The last barrier instruction that a thread has executed on a way, if it has.
using BarriersPassed = std::vector<std::optional<InstructionId>>;

/// Says for each thread what it does in a loop where these go on, or why it does nothing.
std::vector<LassoThread> roles(const Program& program, const Promise& promise,
                               const Threads& threads, ThreadMask run,
                               const BarriersPassed& barriers);

/// The group where the guarantee ends, of the threads that are not guaranteed: "gpu=OBE"; or empty.
std::string boundary(const Program& program, const Promise& promise, const Threads& threads,
                     ThreadMask run);

/// The reads of these steps, each once.
std::vector<SpinRead> reads_of(std::span<const TraceStep> steps);

/// What a CUDA compiler may take for granted about the loop, or nothing (CUDA, Execution model,
/// forward progress).
std::string remark_on(const Program& program, std::span<const TraceStep> loop);

/// Takes steps on a machine, and keeps them in words.
template <HasProgress M>
class Retrace {
 public:
  explicit Retrace(const Test& test, const M& machine)
      : machine_(machine),
        state_(machine.initial()),
        components_(components_of(machine, state_)),
        barriers_(test.program.threads.size()),
        program_(test.program) {
    trace_.initial = components_;
  }

  /// Whether the step is enabled; then it is taken.
  bool take(Step step) {
    if (step.rule >= std::span<const Rule>(M::rules).size()) return false;
    std::optional<State> next = successor(machine_, state_, step);
    if (!next) return false;
    TraceStep& shown = trace_.steps.emplace_back(in_words(machine_, state_, step));
    if (!is_memory_step(step)) started_ |= thread_bit(step.thread);
    if (shown.instruction && is_barrier(step.thread, *shown.instruction)) {
      barriers_[step.thread] = shown.instruction;
    }
    state_ = *std::move(next);
    std::vector<Component> after = components_of(machine_, state_);
    shown.changes = difference(components_, after);
    components_ = std::move(after);
    return true;
  }

  const typename M::State& state() const { return state_; }
  const BarriersPassed& barriers() const { return barriers_; }
  Threads threads() const {
    const Standing standing = machine_.standing(state_);
    return {started_, standing.ended, standing.waiting};
  }
  std::string encoded() const {
    std::string bytes;
    machine_.encode(state_, bytes);
    return bytes;
  }
  bool is_memory_step(Step step) const {
    if constexpr (HasMemorySteps<M>) return machine_.is_memory_step(step);
    return false;
  }
  /// What was taken since the last time.
  Trace taken() { return std::exchange(trace_, {}); }

 private:
  using State = typename M::State;

  bool is_barrier(ThreadId thread, InstructionId instruction) const {
    return barrier_of(program_.threads[thread].instructions[instruction].action) != nullptr;
  }

  const M& machine_;
  State state_;
  std::vector<Component> components_;
  BarriersPassed barriers_;
  const Program& program_;
  ThreadMask started_ = 0;
  Trace trace_;
};

}  // namespace opexplore
