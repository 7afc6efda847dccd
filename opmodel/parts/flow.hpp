// Sets of threads, and what may follow an instruction: what all static analyses of a thread start
// from. What the instruction itself does is in opmodel/instruction.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "opmodel/instruction.hpp"

namespace opexplore {

/// A set of threads, one bit each. Machines that use it refuse larger programs.
using ThreadMask = std::uint64_t;

/// The largest number of threads a ThreadMask can name.
inline constexpr std::size_t max_mask_threads = 64;

/// The set that holds this thread alone.
constexpr ThreadMask thread_bit(ThreadId thread) { return ThreadMask{1} << thread; }

/// The instructions that may come next; the number of instructions means the end.
struct Successors {
  std::array<InstructionId, 2> targets{};
  std::size_t count = 0;

  const InstructionId* begin() const { return targets.data(); }
  const InstructionId* end() const { return targets.data() + count; }
};

/// What may follow instruction `pc` of the thread; nothing follows the end.
Successors successors_of(const Thread& thread, InstructionId pc);

/// Whether the thread has a jump to itself or further up, without which it always ends.
bool has_backward_jump(const Thread& thread);

/// Per pc, the end included, whether the thread may go back in its program when it executes the
/// instruction there and the local ones behind it. A thread that does not is on its way to the end.
std::vector<bool> steps_back(const Thread& thread);

}  // namespace opexplore
