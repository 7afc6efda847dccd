// CTA barriers: who has arrived, who waits, and when a generation is complete
// (PTX ISA 9.7.13.1, `bar` / `barrier.cta`).
//
// Resource. An arrival belongs to a resource of its CTA: the `id` operand if the
// instruction has one, else its instance number. `bar.sync 1` and `bar.sync 0, 1`
// name the same resource; CTAs never share one.
//
// Generation. A resource gathers one generation at a time: a set of threads that
// have arrived, of which those that executed `sync` wait. A thread takes part in a
// generation once; if it comes to the same resource again before the generation is
// complete (possible after `bar.arrive`), it cannot execute that instruction until
// then (may_arrive() is false).
//
// Completion. Without a quorum, when every thread of the CTA that has not arrived
// can no longer reach, along any path of its control flow from its pc, a barrier
// instruction that may name the resource (an id in a register may name any). With
// a quorum, when that many threads have arrived; if the participants name several
// quorums, which PTX leaves undefined, the largest. A complete generation
// disappears: all its waiting threads may go on.
//
// How a machine uses it:
//   - its State has a member `Barriers`, it keeps one BarrierPlan per program;
//   - executing a barrier instruction calls arrive() and moves the pc PAST the
//     instruction; a thread with waits() true must not take any other step;
//   - after EVERY step that may have changed a pc it calls take_completed() until
//     nothing comes: a thread that branches around its last barrier completes the
//     generation that others wait in. The Generation returned says who took part
//     (`arrived`, in whose causal past the others' release lies) and who goes on
//     (`waiting`, whose views are to be joined with those of all of `arrived`);
//   - a state is final only if no thread waits.
//
// WART: barrier-operands. A barrier waits for its operands, which the axioms do not ask.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/rare_vector.hpp"

namespace opexplore {

/// What can be known about the barriers of a program before it runs.
class BarrierPlan {
 public:
  /// Analyses the program. Precondition: at most max_mask_threads threads.
  explicit BarrierPlan(const Program& program);

  /// Whether the program has any barrier instruction.
  bool has_barriers() const { return has_barriers_; }

  /// Whether any barrier instruction names a number of threads.
  bool has_quorum() const { return has_quorum_; }

  /// Whether the thread, standing before `pc`, may still execute a barrier.
  bool may_reach_any(ThreadId thread, InstructionId pc) const {
    return has_barriers_ && !threads_[thread][pc].none();
  }

  /// Whether the thread, standing before `pc`, may still arrive at `resource`.
  bool may_reach(ThreadId thread, InstructionId pc, Value resource) const;

  /// The threads of the same CTA, itself included.
  ThreadMask cta(ThreadId thread) const { return ctas_[thread]; }

 private:
  // Resources that barrier instructions reachable from one pc may name.
  struct Reach {
    std::vector<Value> constants;  // increasing
    bool any = false;              // some instruction takes its id from a register
    bool none() const { return !any && constants.empty(); }
    bool operator==(const Reach&) const = default;
  };

  static std::vector<Reach> reach(const Thread& thread);

  bool has_barriers_ = false;
  bool has_quorum_ = false;
  std::vector<ThreadMask> ctas_;
  std::vector<std::vector<Reach>> threads_;  // per thread and pc, the end included
};

/// What one execution of a barrier instruction asks for, operands evaluated.
struct Arrival {
  Value resource = 0;
  bool sync = true;             ///< waits; false for `bar.arrive`
  std::optional<Value> quorum;  ///< number of threads, if the instruction names one
};

/// Evaluates the operands of a barrier instruction.
Arrival arrival_of(const Barrier& barrier, std::span<const Value> registers);

/// A generation of one resource that is being gathered, or has just completed.
struct Generation {
  ThreadMask cta = 0;  ///< the threads of its CTA: tells resources of two CTAs apart
  Value resource = 0;
  ThreadMask arrived = 0;       ///< `sync` and `arrive`; never empty
  ThreadMask waiting = 0;       ///< those of `arrived` that executed `sync`
  std::optional<Value> quorum;  ///< the largest that was named
  bool operator==(const Generation&) const = default;
};

/// The set in which each thread t is replaced by `places[t]`.
ThreadMask moved(ThreadMask threads, std::span<const ThreadId> places);

/// The barrier part of a state: a value, equal if and only if its bytes are.
class Barriers {
 public:
  /// Threads that wait at some barrier.
  ThreadMask waiting() const;

  /// Whether this thread waits.
  bool waits(ThreadId thread) const { return (waiting() & thread_bit(thread)) != 0; }

  /// Whether the thread may execute a barrier that names `resource`: it has not
  /// arrived in the current generation already.
  bool may_arrive(const BarrierPlan& plan, ThreadId thread, Value resource) const;

  /// Records an arrival. Precondition: may_arrive().
  void arrive(const BarrierPlan& plan, ThreadId thread, const Arrival& arrival);

  /// Removes and returns one complete generation, the least by (CTA, resource), or
  /// nothing. `pcs[t]` is where thread t continues.
  std::optional<Generation> take_completed(const BarrierPlan& plan,
                                           std::span<const InstructionId> pcs);

  /// Generations being gathered, by (CTA, resource).
  std::span<const Generation> generations() const { return generations_; }

  /// Puts thread t into place `places[t]`. Precondition: threads of a CTA go to one CTA.
  void move_threads(std::span<const ThreadId> places);

  /// Appends the bytes. One byte when nothing is being gathered.
  void encode(std::string& bytes) const;

  /// Reads what encode() wrote.
  void decode(ByteReader& reader);

  bool operator==(const Barriers&) const = default;

 private:
  RareVector<Generation> generations_;  // increasing by (cta, resource)
};

/// "barrier 0 of cta 1,gpu 0: arrived P0 P1, waiting P0"; for traces and messages.
std::string to_string(const Generation& generation, const Program& program);

}  // namespace opexplore
