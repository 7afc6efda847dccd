// The address queues and the load array of Sorensen's machine (Sorensen 2014, section 5.4,
// figure 5.11), which `gpu-queues` and `gpu-scoped` share: how instructions are issued, wait
// and may pass each other. What they do to memory belongs to the machines.
//
// One list per thread, in program order, stands for all queues of the thread: the queue of an
// address is what the list holds of that address and of fences. Entries that are `out` have
// left their queue and are in the load array.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "opmodel/condition.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/queues/plan.hpp"
#include "opmodel/setting.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore::queue_model {

// WART: queues-without-sources. Nothing says which write a value came from.
/// An issued instruction that has not been performed.
struct Pending {
  InstructionId instruction = 0;
  bool out = false;      ///< a load in the load array
  bool awaited = false;  ///< its destination still has to get its value
  bool crossed = false;  ///< a load that a membar.cta overtook (gpu-scoped)
  Value value = 0;       ///< a store's value; an atomic's operand; what a crossed load holds
  Value expected = 0;    ///< cas alone
  bool operator==(const Pending&) const = default;
};

/// Invariant: registers that are dead at `pc`, or whose value is awaited, are zero.
struct ThreadState {
  InstructionId pc = 0;  ///< the next instruction to issue
  SmallVector<Pending, 4> pending;
  SmallVector<Value, 8> registers;
  bool operator==(const ThreadState&) const = default;
};

/// Entries that a thread may have pending; more make the result incomplete.
inline constexpr std::size_t max_pending = 64;

/// Executions of one instruction that a thread may have pending where infinite runs are judged: a
/// further one waits until one of them has been performed. Loops of stores then leave the graph
/// finite, and what waits does not wait for ever.
inline constexpr std::size_t liveness_window = 2;

/// Queue rules that a test can switch off, to show what each is good for.
struct QueueRules {
  bool same_address_order = true;  ///< a queue is first in, first out
  bool store_after_loads = true;   ///< a store waits for older loads of its address
  bool operator==(const QueueRules&) const = default;
};

/// How instructions enter, leave and pass. Thread-safe.
class Queues {
 public:
  /// Keeps a reference to the test. `coherent_loads`: there is no load array.
  Queues(const Test& test, const MachineOptions& options, bool coherent_loads, QueueRules rules);
  Queues(const Queues&) = delete;  // parts refer to each other
  Queues& operator=(const Queues&) = delete;

  const Plan& plan() const { return plan_; }
  const Program& program() const { return program_; }

  ThreadState initial(ThreadId thread) const;

  /// What the thread's entry is.
  const Planned& planned(ThreadId thread, const Pending& entry) const {
    return plan_.at(thread, entry.instruction);
  }

  /// Nothing left to issue or to perform.
  bool done(ThreadId thread, const ThreadState& state) const {
    return plan_.ends_at(thread, state.pc) && state.pending.empty();
  }

  /// Whether the next instruction exists, its operands are known and there is room.
  bool can_issue(ThreadId thread, const ThreadState& state) const;
  /// Whether it waits for room in the liveness_window alone.
  bool waits_for_room(ThreadId thread, const ThreadState& state) const {
    return !plan_.ends_at(thread, state.pc) && !awaited_by_next(thread, state) && lacks_room(state);
  }
  /// The next instruction goes to the tail of its queue; a fence goes into all queues;
  /// arithmetic and branches are executed. Precondition: can_issue().
  void issue(ThreadId thread, ThreadState& state) const;
  /// The first pending entry whose value the next instruction needs, if it needs one.
  std::optional<std::size_t> awaited_by_next(ThreadId thread, const ThreadState& state) const;

  /// Whether the entry heads its queue; a fence, whether it heads all queues.
  bool at_head(ThreadId thread, const ThreadState& state, std::size_t entry) const;
  /// Whether the load array holds an older load of the entry's address.
  bool older_load(ThreadId thread, const ThreadState& state, std::size_t entry) const;
  /// Whether a load may move to the load array. Never when there is none.
  bool can_leave(ThreadId thread, const ThreadState& state, std::size_t entry) const;
  /// Whether the value of a load may be taken: it is in the array, or heads its queue when
  /// there is none.
  bool can_load(ThreadId thread, const ThreadState& state, std::size_t entry) const;
  /// Whether a store or an atomic heads its queue and no older load of its address waits.
  bool can_write(ThreadId thread, const ThreadState& state, std::size_t entry) const;

  /// The entry is performed: its destination gets the value, and it is gone.
  void perform(ThreadId thread, ThreadState& state, std::size_t entry,
               std::optional<Value> value) const;

  /// What follows a step without being one, unless every step is asked for: all that can be
  /// issued is, and loads that can leave their queues do. Neither can disable or change
  /// anything that another instruction does, so doing it at once loses no outcome. Where infinite
  /// runs are judged, local instructions alone are issued at once: a thread may never start.
  void settle(ThreadId thread, ThreadState& state) const;

  /// Whether a settled thread runs local instructions forever.
  bool runs_forever(ThreadId thread, const ThreadState& state) const {
    return fused_ && local_.at_local(thread, state.pc) && can_issue(thread, state);
  }
  /// Whether such a thread goes round its loop in steps (MachineOptions::liveness).
  bool judges_infinite_runs() const { return liveness_steps_; }
  /// Whether the thread has issued its last instruction.
  bool has_ended(ThreadId thread, const ThreadState& state) const {
    return plan_.ends_at(thread, state.pc);
  }
  /// The bound that some thread hit, if one did.
  std::string_view exceeded(std::span<const ThreadState> threads) const;

  /// \name What a thread may still do, with pending instructions or with later ones.
  /// @{
  LocationSet reads_left(ThreadId thread, const ThreadState& state) const {
    return left(thread, state, Kind::load) | plan_.reads_from(thread, state.pc);
  }
  LocationSet writes_left(ThreadId thread, const ThreadState& state) const {
    return left(thread, state, Kind::store) | plan_.writes_from(thread, state.pc);
  }
  /// @}

  void encode(ThreadId thread, const ThreadState& state, std::string& bytes) const;
  void decode(ThreadId thread, ByteReader& reader, ThreadState& state) const;

  /// \name For traces.
  /// @{
  /// "P0 next", one "P0 queue x" per address, "P0 load array", live registers.
  void describe(ThreadId thread, const ThreadState& state, std::vector<Component>& out) const;
  /// What keeps the threads that are not done from going on.
  Phrase stuck_reason(std::span<const ThreadState> threads) const;
  std::string location_name(LocationId location) const { return program_.locations[location].name; }
  /// @}

 private:
  std::string_view exceeded(ThreadId thread, const ThreadState& state) const;
  LocalRun run_local(ThreadId thread, ThreadState& state) const;
  LocationSet left(ThreadId thread, const ThreadState& state, Kind kind) const;
  void overwrite(ThreadId thread, ThreadState& state, RegisterId destination) const;
  bool lacks_room(const ThreadState& state) const;

  const Program& program_;
  Plan plan_;
  Liveness liveness_;
  LocalSteps local_;
  bool fused_;
  bool liveness_steps_;
  bool coherent_loads_;
  QueueRules rules_;
};

}  // namespace opexplore::queue_model
