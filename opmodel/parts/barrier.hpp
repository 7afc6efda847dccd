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
// Completion. Without a quorum, when every thread that is counted has arrived or ended: PTX lets
// all threads of the CTA take part, and the CUDA C++ Programming Guide (compute capability 7.x)
// says that bar.sync is "enforced per thread", so that it does not succeed until reached by all
// threads that have not exited. Who spins, or waits at another barrier, keeps it closed. Counted
// are the threads of the CTA, or of them those that the instruction names (`members`: lanes of a
// warp that meet); those who name one resource name the same ones. With a quorum, when that many
// threads have arrived; if the participants name several quorums, which PTX leaves undefined, the
// largest. A complete generation disappears: all its waiting threads may go on.
//
// Passable barriers. If an instruction that may name a resource is `passable`, a thread is not
// waited for either when it can no longer reach, along any path of its control flow from its pc,
// one that is (an id in a register may name any). Such a resource has no others.
//
// Divergence. Aligned barriers (PTX `.aligned`, and all that are written `bar`) are for all threads
// together: PTX ISA 9.7.13.1 leaves undefined what happens if threads of one warp do not come to
// the same instruction, and the CUDA C++ Programming Guide allows __syncthreads() in conditional
// code only "if the conditional evaluates identically across the entire thread block". A generation
// that completes although a thread that is counted has ended without it, or in which threads of one
// warp wait at different instructions, is noted; of __syncthreads(), which is barrier 0, also when
// the threads are of different warps. Instructions with one instance number count as the same. Of
// each execution the first is kept: what comes after it means nothing.
//
// How a machine uses it:
//   - its State has a member `Barriers`, it keeps one BarrierPlan per program;
//   - executing a barrier instruction calls arrive() and moves the pc PAST the
//     instruction; a thread with waits() true must not take any other step;
//   - after EVERY step that may have changed a pc it calls take_completed() until
//     nothing comes: a thread that ends completes the
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

#include "opmodel/data_race.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/rare_vector.hpp"

namespace opexplore {

struct Generation;

/// What can be known about the barriers of a program before it runs.
class BarrierPlan {
 public:
  /// When a thread that comes to no barrier any more is waited for no longer. Its end tells nobody
  /// anything, so that both have the same executions that end, unless something else puts steps
  /// into an order (the Fence-SC order, where fences get their places as they run): what a thread
  /// does behind its last barrier may then have to come after what others do behind theirs.
  enum class Ends : std::uint8_t {
    at_end,  ///< at its end
    surely   ///< from where it comes to it whatever happens: no barrier and no jump back is ahead
  };

  /// Analyses the program. Precondition: at most max_mask_threads threads.
  explicit BarrierPlan(const Program& program, Ends ends = Ends::at_end);

  /// Whether the program has any barrier instruction.
  bool has_barriers() const { return has_barriers_; }

  /// Whether some barrier names a number of threads that leaves open which ones it lets go.
  bool has_quorum() const { return has_quorum_; }

  /// Whether the resource is one of passable barriers.
  bool is_passable(Value resource) const { return passable_.names(resource); }

  /// Whether a generation of `resource` in which the thread is counted has to wait for it where it
  /// stands before `pc` and has not arrived.
  bool waits_for(ThreadId thread, InstructionId pc, Value resource) const;

  /// Whether some generation may have to.
  bool may_wait_for(ThreadId thread, InstructionId pc) const;

  /// Whether some generation may no longer have to wait for a thread that goes from `pc` to `next`
  /// without arriving.
  bool may_pass_by(ThreadId thread, InstructionId pc, InstructionId next) const;

  /// Who comes to the completed generation apart, if somebody does. `pcs` as for take_completed().
  std::optional<RacingPair> divergence(const Generation& generation,
                                       std::span<const InstructionId> pcs) const;

  /// The threads of the same CTA, itself included.
  ThreadMask cta(ThreadId thread) const { return ctas_[thread]; }

 private:
  // Resources that passable barrier instructions may name.
  struct Reach {
    std::vector<Value> constants;  // increasing
    bool any = false;              // some instruction takes its id from a register
    bool none() const { return !any && constants.empty(); }
    bool names(Value resource) const;
    void add(const Barrier& barrier);
    void add(const Reach& other);
    bool operator==(const Reach&) const = default;
  };

  // A barrier that waits.
  struct Site {
    Value instance = 0;
    bool aligned = false;
    bool syncthreads = false;  // as CUDA C++ makes them
  };

  static std::vector<Reach> reach(const Thread& thread);
  static std::vector<bool> ended(const Thread& thread, Ends ends);
  static std::vector<std::optional<Site>> sites(const Thread& thread);
  bool comes_apart(ThreadId one, const Site& here, ThreadId other, const Site& there) const;
  // As far as barriers are concerned.
  bool has_ended(ThreadId thread, InstructionId pc) const { return ended_[thread][pc]; }
  // Where it stands if it leaves a barrier out.
  InstructionId left_at(ThreadId thread, InstructionId pc) const {
    return has_ended(thread, pc) ? static_cast<InstructionId>(threads_[thread].size() - 1) : pc;
  }

  bool has_barriers_ = false;
  bool has_quorum_ = false;
  bool has_strict_ = false;  // some barrier is not passable
  bool opens_at_ends_ =
      false;  // and waits for all, not for so many: the end of a thread may open it
  Reach passable_;
  std::vector<ThreadMask> ctas_;
  std::vector<std::uint32_t> warps_;
  std::vector<std::vector<std::optional<Site>>> sites_;  // empty if no barrier is aligned
  std::vector<std::vector<Reach>> threads_;  // ahead, per thread and pc, the end included
  std::vector<std::vector<bool>> ended_;     // by thread and pc, the end included
};

/// What one execution of a barrier instruction asks for, operands evaluated.
struct Arrival {
  Value resource = 0;
  bool sync = true;                        ///< waits; false for `bar.arrive`
  std::optional<Value> quorum;             ///< number of threads, if the instruction names one
  std::optional<ThreadMask> members = {};  ///< who is counted, if it says so
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
  ThreadMask members = 0;       ///< who is counted; 0: all of the CTA
  /// Who is waited for unless a quorum is named, whether they have arrived or not.
  ThreadMask counted() const { return members == 0 ? cta : members; }
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
  /// nothing. `pcs[t]` is where thread t continues when it does not wait.
  std::optional<Generation> take_completed(const BarrierPlan& plan,
                                           std::span<const InstructionId> pcs);

  /// Generations being gathered, by (CTA, resource).
  std::span<const Generation> generations() const { return generations_; }

  /// The first divergence of the execution.
  const std::optional<RacingPair>& divergence() const { return divergence_; }

  /// Puts thread t into place `places[t]`. Precondition: threads of a CTA go to one CTA.
  void move_threads(std::span<const ThreadId> places);

  /// Appends the bytes. Two when nothing is being gathered.
  void encode(std::string& bytes) const;

  /// Reads what encode() wrote.
  void decode(ByteReader& reader);

  bool operator==(const Barriers&) const = default;

 private:
  RareVector<Generation> generations_;  // increasing by (cta, resource)
  std::optional<RacingPair> divergence_;
};

}  // namespace opexplore
