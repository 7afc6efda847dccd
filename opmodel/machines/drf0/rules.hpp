// Data races on the interleaving machine, scopes included: DRF-0 (Adve and Hill, ISCA 1990) with
// the heterogeneous races of Hower et al. (ASPLOS 2014, HRF-direct), as Singh, Aga, Narayanasamy
// (MICRO 2015, sections 2.2 and 3.1) ask of programs for GPUs.
//
// Definition. Take an interleaving of the threads. An access is strong if it is not weak; its scope
// is that of the instruction, in shared memory cta. A location is physical.
//
// Synchronisation, at a scope S. A strong write W releases at S what its thread did before it if it
// is a release whose scope is at least S, and what its thread did before a release, acq_rel or sc
// fence of at least S that precedes it. What W released, a read-modify-write that reads W passes on
// with its own write, if both are morally strong (each one's scope includes the other's thread) and
// their threads share the instance of S. A strong read that reads W, is morally strong with it and
// whose thread shares the instance of S, acquires that at S: itself if it is an acquire of at least
// S, else with the next acquire, acq_rel or sc fence of at least S. A `red` acquires nothing. A
// complete barrier generation orders, at cta, what its threads did before they arrived before what
// those that wait do next.
//   hb_S is the transitive closure of program order and of these edges at the one scope S. So what
// one thread publishes to its CTA, a second one cannot publish to the GPU (Singh 2015, figure 1b).
//
// Order in a thread. Weak accesses do not count. Between two successive strong accesses p, e of a
// thread, "cut" is the largest scope of the fence.acq_rel, fence.sc and bar.sync (cta) between them
// and, if e writes, of e if it is a release; none if there is nothing of these. They are linked if
// they access one location, unless p is a store and e a load: that may be served by the store
// before the store is performed. A run is a longest sequence of successive strong accesses in which
// each is linked with the next without a cut between.
//   before(e) = sys if there is no p; else the larger of cut and, if p and e are linked, before(p).
//   after(p)  = its scope if p is an acquire. Else that of the next acquire in its run that is an
//               atomic, or up to which the run only reads; else the cut behind its run; sys if
//               nothing follows. If a barrier comes first: the largest fence between its run and
//               the barrier, and cta at least if that is bar.sync.
//
// A strong access is a synchronisation operation towards a thread if its scope, its before and its
// after all include that thread.
//
// A race: two accesses to one location from different threads, one of them a write, that no hb_S
// orders and that are not both synchronisation operations towards the other's thread.
//
// Why so. Synchronisation operations take part in conflicts that nothing orders, so they must be
// sequentially consistent themselves, and PTX has no such accesses: fences make them. It is enough
// that they stay in order with the strong accesses and barriers of their thread: weak accesses are
// ordered by hb alone, whose edges begin and end at those. (Store buffering with st.release and
// ld.acquire is a race; message passing with them is none.) Where the sources leave a choice, it is
// made so that there are more races.
#pragma once

#include "opmodel/machines/drf0/state.hpp"
#include "opmodel/parts/barrier.hpp"

namespace opexplore::drf0 {

/// What the rules know about the program.
struct Context {
  Plan plan;
  Rows rows;
  explicit Context(const Program& program) : plan(program), rows(plan) {}
};

/// One access that was executed.
struct Access {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  bool wrote = false;  ///< a store, or an atomic that is no failed cas
};

// found — a race: nothing else is left to say.
void found(State& state, const Race& race);

// access — order in the thread, acquire, race check, release, in this order. A race ends it.
void access(const Context& context, State& state, const Access& access);

// keep_in_order — the strong access comes after the thread's last one: earlier ones settle if it
// ends their run or acquires for it, or else stay open. Gives before(e).
Rank keep_in_order(const Context& context, State& state, const Access& access);

// settle — the thread's open accesses have after() = `after`. A race if some other thread was
// promised more. `at`: the instruction that comes after them.
void settle(const Context& context, State& state, ThreadId thread, Rank after, InstructionId at);

// receive — a strong read acquires what the location's value passes on, or keeps it for a fence.
void receive(const Context& context, State& state, ThreadId thread, const Planned& planned);

// check — a race with an earlier access of another thread, unless hb orders the two or both are
// synchronisation operations; `capable`: the scope towards which the new one can be one.
void check(const Context& context, State& state, const Access& access, Rank capable);

// record — the access is the thread's last one in its slot. It takes the place of earlier ones that
// cannot race where it does not.
void record(const Context& context, State& state, const Access& access, Rank capable);

// send — what the value now written passes on.
void send(const Context& context, State& state, ThreadId thread, const Planned& planned);

// fence — acquires what was seen, releases what is known, keeps accesses in order.
void fence(const Context& context, State& state, ThreadId thread, const Planned& planned);

// arrive — a barrier gathers what the thread knows at cta; open accesses settle.
void arrive(const Context& context, State& state, ThreadId thread, InstructionId at,
            const Generation& generation);

// leave — a generation is complete: who waited knows what was gathered.
void leave(const Context& context, State& state, const Generation& generation);

/// Drops what no remaining instruction can use, so that more states are equal. `next[t]` is where
/// thread t continues.
void forget(const Context& context, State& state, std::span<const InstructionId> next);

}  // namespace opexplore::drf0
