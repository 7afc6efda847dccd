// In-order issue and what it works on: threads with their registers, one memory, barriers. The
// accesses that are on their way from issue to completion belong to the machines, each of which
// has its own rules for them (Singh, Aga, Narayanasamy, MICRO 2015, sections 2.1 and 3).
//
// An access is issued in program order once its operands are there; its destination is awaited
// until it completes, and whatever touches an awaited register waits (section 3.4). Memory
// changes only when an access completes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/pipeline/plan.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/setting.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore::pipeline {

/// An access that has been issued and has not completed. Operands are those of its issue.
struct Access {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  Value operand = 0;   ///< what it writes; of an atomic its operand
  Value expected = 0;  ///< cas alone
  bool operator==(const Access&) const = default;
};

/// Invariant: registers that are dead at `pc`, or awaited, are zero.
struct ThreadState {
  InstructionId pc = 0;  ///< the next instruction to issue
  SmallVector<Value, 8> registers;
  RegisterSet awaited;  ///< destinations of accesses that have not completed
  bool operator==(const ThreadState&) const = default;
};

struct CoreState {
  SmallVector<ThreadState, 4> threads;
  SmallVector<Value, 8> memory;  ///< per physical location
  Barriers barriers;
  bool operator==(const CoreState&) const = default;
};

/// The parts of a machine that all machines with in-order issue have. Thread-safe.
class Core {
 public:
  /// Keeps a reference to the test.
  Core(const Test& test, const MachineOptions& options, unsigned sms);
  Core(const Core&) = delete;  // parts refer to each other
  Core& operator=(const Core&) = delete;

  const Plan& plan() const { return plan_; }
  const Program& program() const { return test_.program; }
  /// Whether steps that no other thread can notice are run with the step before them.
  bool fused() const { return fused_; }

  CoreState initial() const;

  /// What the access is.
  const Planned& planned(const Access& access) const {
    return plan_.at(access.thread, access.instruction);
  }

  /// The next instruction of a thread that is not at its end, does not wait at a barrier, and whose
  /// registers are all there; else nullptr. A local one is given only when steps are not fused.
  const Planned* ready(const CoreState& state, ThreadId thread) const;

  /// The next instruction as an access. Precondition: ready() is one.
  Access access_at(const CoreState& state, ThreadId thread) const;

  /// \name The next instruction leaves the thread. Precondition: ready().
  /// @{
  /// An access: its destination is awaited from now on.
  Access issue(CoreState& state, ThreadId thread) const;
  /// A fence.
  void pass(CoreState& state, ThreadId thread) const;
  /// Arithmetic or a branch.
  void local(CoreState& state, ThreadId thread) const;
  /// A barrier. Precondition: may_arrive().
  void arrive(CoreState& state, ThreadId thread) const;
  /// @}

  /// Whether the thread, standing before a barrier, has not arrived in its generation already.
  bool may_arrive(const CoreState& state, ThreadId thread) const;

  /// The access acts on memory at once: reads, writes, gives its destination the value.
  void complete(CoreState& state, const Access& access) const;
  /// The load gets this value instead of that in memory.
  void complete_with(CoreState& state, const Access& load, Value value) const;

  /// What follows a step without being one: local instructions if they are fused, barrier
  /// generations that are complete. Call it after every step. Threads of `busy` still have accesses
  /// under way and have not ended, wherever they stand.
  void settle(CoreState& state, ThreadMask busy = 0) const;

  /// Whether a settled thread runs local instructions forever.
  bool runs_forever(const CoreState& state, ThreadId thread) const;
  /// Whether any thread does.
  bool diverges(const CoreState& state) const;

  /// Who is at its end, and who waits at a barrier or cannot arrive at one.
  Standing standing(const CoreState& state) const;
  /// All threads at their ends, none waiting. Accesses may still be on their way.
  bool done(const CoreState& state) const;
  /// Values of Test::observables.
  Outcome outcome(const CoreState& state) const;

  /// \name Canonical bytes. Awaited registers are not written: they follow from the accesses,
  /// and decode_access() awaits their destinations again.
  /// @{
  void encode(const CoreState& state, std::string& bytes) const;
  void decode(ByteReader& reader, CoreState& state) const;
  void encode_access(const Access& access, std::string& bytes) const;
  Access decode_access(ByteReader& reader, CoreState& state) const;
  /// @}

  /// \name Words for traces.
  /// @{
  void describe(const CoreState& state, std::vector<Component>& components) const;
  /// "P0 st x=1": what a queue holds.
  std::string text(const Access& access) const;
  /// "reads x=1", "writes x=2", "reads x=1, writes x=2" of an access that now completes; `read` is
  /// the value it reads.
  std::string effect(const CoreState& state, const Access& access) const;
  /// The same for drawings, without names of writes.
  std::vector<Event> events(const CoreState& state, const Access& access) const;
  /// The event of an instruction that orders others; none of one that does not.
  std::vector<Event> order_events(ThreadId thread, InstructionId at) const;
  /// As the instruction of the access names its location.
  AddressId address(const Access& access) const;
  /// The memory location's name.
  const std::string& name(LocationId location) const { return program().locations[location].name; }
  /// Why threads cannot go on: barriers; empty if it is not for them.
  Phrase stuck_reason(const CoreState& state) const;
  /// @}

  /// A structural bound that was hit, or nothing.
  std::string_view exceeded(const CoreState& state) const;

 private:
  LocalRun run_local(ThreadId thread, ThreadState& state) const;
  bool cannot_arrive(const CoreState& state, ThreadId thread) const;
  void advance(ThreadId thread, ThreadState& state) const;
  void give(CoreState& state, const Access& access, Value value) const;

  const Test& test_;
  Plan plan_;
  BarrierPlan barriers_;
  Liveness liveness_;
  LocalSteps local_;
  bool fused_;
};

}  // namespace opexplore::pipeline
