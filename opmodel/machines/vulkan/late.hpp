// Reads that take effect late: a load, or a read-modify-write, that acquires nothing may be
// executed before it is settled what it reads, and read a write that came later. No axiom of the
// Vulkan memory model orders accesses to different locations, so load buffering is allowed
// (appendix "Memory Model": "Acyclicity" is about one location; Khronos alloy/spirv.als and Dat3M
// cat/vulkan.cat likewise).
//
// What such a read is ordered behind, makes visible and races with is settled when it is executed,
// and what the write of a read-modify-write releases, too. It has to have read before its thread
// needs the value, before an acquire of what it may read, and before its thread ends. Until then a
// load waits: what it reads is no matter of when, for all writes stay. A read-modify-write may read
// at any time, for others may wait to read what it writes.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

#include "opmodel/machines/vulkan/plan.hpp"
#include "opmodel/machines/vulkan/state.hpp"
#include "opmodel/rule_argument.hpp"

namespace opexplore::vulkan {

struct Context;

/// The reads of which it may make a difference that they take effect late: those of which a later
/// write or barrier of the thread may lead, through what other threads read and write, to a write
/// that the read could read. Which that is, is an estimate from above, for threads as a whole.
class LateReads {
 public:
  /// Keeps references to both. `exact`: races are followed. Without a race a non-atomic load has
  /// one write to read, which is ordered before it.
  LateReads(const Program& program, const Plan& plan, bool exact);

  bool any() const { return any_; }
  bool has(ThreadId thread, InstructionId at) const { return reads_[thread][at]; }

 private:
  bool may_be_late(ThreadId thread, InstructionId at, bool exact) const;
  ThreadMask led_to(ThreadId thread, InstructionId read) const;
  ThreadMask reached_from(ThreadMask threads) const;

  const Program& program_;
  const Plan& plan_;
  std::vector<ThreadMask> readers_;  // by thread: who may read what it writes, or waits for it
  std::vector<std::vector<bool>> reads_;
  bool any_ = false;
};

/// Which read that waits reads which message of its location, and, of a read-modify-write, before
/// which its own goes.
struct ReadLateArgument {
  static constexpr std::size_t most_reads = 16;
  static constexpr std::size_t most_messages = 62;
  std::size_t read = 0;
  std::size_t message = 0;
  std::size_t place = 0;
  static constexpr std::tuple fields{field("read", 4, &ReadLateArgument::read),
                                     field("message", 6, &ReadLateArgument::message),
                                     field("place", 6, &ReadLateArgument::place)};
};

/// Whether the thread's next instruction is a read that may be put off.
bool may_put_off(const Context& context, const State& state, ThreadId thread);

/// Whether a read of the thread waits.
bool has_put_off(const Context& context, const State& state, ThreadId thread);

/// Whether a read-modify-write of the thread waits, which may read before it has to.
bool may_write_late(const Context& context, const State& state, ThreadId thread);

/// Whether a write to the location is still to come from a read-modify-write that waits.
bool has_late_write(const Context& context, const State& state, LocationId location);

/// The read, by its index in State::late, that has to have read before the thread goes on, if any.
std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread);

/// The same, if the thread stood at `at`.
std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread,
                                      InstructionId at);

// put_off — a load, or a read-modify-write, that acquires nothing is executed and has not read yet.
//   see; meet; make_available; release
void put_off(const Context& context, State& state, ThreadId thread);

// read_late — "Location-Ordered": it reads a message, as if it had done so when it was executed;
// the message of a read-modify-write goes behind it.
//   r := the message's value
void read_late(const Context& context, State& state, ThreadId thread,
               const ReadLateArgument& argument);

}  // namespace opexplore::vulkan
