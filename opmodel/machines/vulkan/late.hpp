// Loads that take effect late: a load that acquires nothing may be executed before it is settled
// what it reads, and read a write that came later. No axiom of the Vulkan memory model orders
// accesses to different locations, so load buffering is allowed (appendix "Memory Model":
// "Acyclicity" is about one location; Khronos alloy/spirv.als and Dat3M cat/vulkan.cat likewise).
//
// What such a load is ordered behind, makes visible and races with is settled when it is executed.
// It has to have read before its thread needs the value, before an acquire of what it may read, and
// before its thread ends. Until then it waits: what it reads is no matter of when, for all writes
// stay.
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

/// The loads of which it may make a difference that they take effect late: those of which a later
/// write or barrier of the thread may lead, through what other threads read and write, to a write
/// that the load could read. Which that is, is an estimate from above, for threads as a whole.
class LateLoads {
 public:
  /// Keeps references to both. `exact`: races are followed. Without a race a non-atomic load has
  /// one write to read, which is ordered before it.
  LateLoads(const Program& program, const Plan& plan, bool exact);

  bool any() const { return any_; }
  bool has(ThreadId thread, InstructionId at) const { return loads_[thread][at]; }

 private:
  ThreadMask led_to(ThreadId thread, InstructionId load) const;
  ThreadMask reached_from(ThreadMask threads) const;

  const Program& program_;
  const Plan& plan_;
  std::vector<ThreadMask> readers_;  // by thread: who may read what it writes, or waits for it
  std::vector<std::vector<bool>> loads_;
  bool any_ = false;
};

/// Which load that waits reads which message of its location.
struct ReadLateArgument {
  std::size_t load = 0;
  std::size_t message = 0;
  static constexpr std::tuple fields{field("load", 8, &ReadLateArgument::load),
                                     field("message", 8, &ReadLateArgument::message)};
};

/// Whether the thread's next instruction is a load that may be put off.
bool may_put_off(const Context& context, const State& state, ThreadId thread);

/// Whether a load of the thread waits.
bool has_put_off(const Context& context, const State& state, ThreadId thread);

/// The load, by its index in State::late, that has to have read before the thread goes on, if any.
std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread);

/// The same, if the thread stood at `at`.
std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread,
                                      InstructionId at);

// put_off — a load that acquires nothing is executed and has not read yet.
//   see; meet
void put_off(const Context& context, State& state, ThreadId thread);

// read_late — "Location-Ordered": it reads a message, as if it had done so when it was executed.
//   r := the message's value
void read_late(const Context& context, State& state, ThreadId thread,
               const ReadLateArgument& argument);

}  // namespace opexplore::vulkan
