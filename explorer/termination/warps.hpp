// Warps of chips before independent thread scheduling: the threads of a warp share a program
// counter, and a stack says which of them run (NVIDIA, CUDA C++ Programming Guide, SIMT
// architecture: before compute capability 7.0 a warp has a single program counter and a mask of
// active threads, so that threads that have diverged cannot wait for each other).
//
// Lanes that are together go on together: each executes the instruction before any of them executes
// the next. Where a branch parts them, one side runs and the others are disabled until all of it
// has come to the point of reconvergence of the branch (opmodel/parts/reconvergence.hpp), or has
// ended; then the next side runs, and in the end all of them from there. Which side goes first is a
// choice, made by the first step of a side, so that steps alone say which it was.
//
// Lanes whose instructions differ in more than constants and addresses, columns of a litmus test,
// have parted before the first one, and do not meet before the end.
#pragma once

#include <compare>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/promise.hpp"

namespace opexplore {

/// Where the threads are: by thread its next instruction, and who waits at a barrier.
struct Places {
  std::span<const InstructionId> next;
  ThreadMask waiting = 0;
};

/// Lanes that have parted.
struct Split {
  InstructionId branch = 0;  ///< where; no_branch: their instructions are not the same
  ThreadMask later = 0;      ///< of the sides that have not had their turn
  ThreadMask joined = 0;     ///< at the point of reconvergence
  auto operator<=>(const Split&) const = default;

  static constexpr InstructionId no_branch = std::numeric_limits<InstructionId>::max();
};

/// The stack of a warp. If nobody is active, each lane of the innermost split that has not had its
/// turn may begin that of its side.
struct WarpStack {
  ThreadMask active = 0;      ///< they are together, or have yet to execute the instruction
  ThreadMask moved = 0;       ///< of the active ones: have executed it
  std::vector<Split> splits;  ///< the innermost last
  auto operator<=>(const WarpStack&) const = default;
};

/// By warp of several threads.
using WarpStacks = std::vector<WarpStack>;

/// The warps of a program that have a stack: those of several threads, if the promise says so.
class Warps {
 public:
  /// Keeps a reference to the program.
  Warps(const Program& program, const Promise& promise);

  /// No thread is ever disabled.
  bool empty() const { return warps_.empty(); }

  WarpStacks initial(const Places& places) const;

  /// What a step of the thread leaves. Precondition: it was not disabled.
  void step(WarpStacks& stacks, ThreadId thread, std::span<const InstructionId> before,
            const Places& after) const;

  /// The threads that have no turn, some that have ended among them.
  static ThreadMask disabled(const WarpStacks& stacks);

  /// Why a thread has no turn.
  struct Disabled {
    ThreadMask by = 0;     ///< lanes of its warp that have, or had it before they came to wait
    bool together = true;  ///< it is with them, and has executed the instruction before they have
    bool joined = false;   ///< else: it is at the point of reconvergence
    InstructionId branch = Split::no_branch;  ///< where they parted
  };

  /// Precondition: the thread is disabled.
  static Disabled why_disabled(const WarpStacks& stacks, ThreadId thread);

 private:
  // Lanes of a warp with the same instructions, and where these reconverge.
  struct Code {
    ThreadMask lanes = 0;
    std::vector<InstructionId> points;  // by pc
  };
  struct Warp {
    ThreadMask lanes = 0;
    std::vector<Code> codes;
  };

  static std::vector<Code> codes_of(const Program& program, ThreadMask lanes);
  static const Code& code_of(const Warp& warp, ThreadId lane);
  static ThreadMask side_of(const Warp& warp, ThreadId lane, ThreadMask among,
                            std::span<const InstructionId> next);
  static ThreadMask at_join(const Warp& warp, const Split& split, ThreadMask among,
                            std::span<const InstructionId> next);
  bool has_executed(ThreadId thread, std::span<const InstructionId> before,
                    std::span<const InstructionId> after) const;
  ThreadMask gone(ThreadMask among, const Places& places) const;
  void settle(const Warp& warp, WarpStack& stack, const Places& places, InstructionId branch) const;
  static void unwind(const Warp& warp, WarpStack& stack, std::span<const InstructionId> next);

  const Program& program_;
  std::vector<Warp> warps_;
};

}  // namespace opexplore
