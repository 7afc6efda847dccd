// The rules of Sorensen's operational machine (Sorensen, Gopalakrishnan, Grover, ICS 2013;
// Sorensen 2014, section 5.4). One function per rule. Issue, load_out and local are rules of
// the address queues (opmodel/queues).
//
// A rule changes the state it is given, which is the caller's copy: premises hold when it is
// called (Machine::for_each_step says so), the conclusion holds when it returns.
#pragma once

#include <bit>

#include "opmodel/machines/gpu_queues/state.hpp"

namespace opexplore::gpu_queues {

using queue_model::Kind;
using queue_model::Queues;
using queue_model::ThreadState;

/// Parts of the rules that a test can switch off, to show what each is good for.
struct Weakening {
  queue_model::QueueRules queues;
  bool fence_waits_for_loads = true;  ///< the load array is empty when a fence leaves
  bool membar_cta_distributes = true;
  bool membar_gl_distributes_lm = true;
  bool membar_gl_distributes_gm = true;
};

/// What the rules know about the program and the machine's settings.
struct Context {
  Queues queues;
  bool cumulative;   ///< GM travels with a delivery within the block
  bool by_receiver;  ///< one receiver at a time
  bool forget_dead;
  Weakening rules;

  Context(const Test& test, const MachineOptions& options, bool coherent_loads, bool cumulates,
          bool receiver, Weakening weakening)
      : queues(test, options, coherent_loads, weakening.queues),
        cumulative(cumulates),
        by_receiver(receiver),
        forget_dead(options.forget_dead),
        rules(weakening) {}

  const queue_model::Plan& plan() const { return queues.plan(); }
  std::size_t locations() const { return plan().locations(); }
  Cell& cell(State& state, ThreadId thread, LocationId location) const {
    return state.views[thread * locations() + location];
  }
  const Cell& cell(const State& state, ThreadId thread, LocationId location) const {
    return state.views[thread * locations() + location];
  }
  /// The threads of the same block.
  ThreadMask block(ThreadId thread) const { return plan().members(plan().block(thread)); }
  ThreadMask everyone() const {
    return (thread_bit(static_cast<ThreadId>(plan().threads() - 1)) << 1U) - 1;
  }
};

/// The order of rules in Machine::rules.
enum class RuleId : std::uint8_t {
  local,
  issue,
  load_out,
  load,
  store,
  membar_cta,
  membar_gl,
  distribute_block,
  distribute_gpu,
  settle,
  count
};

// load — section 5.4, "load array".
//   (r, a) in the load array of t        [without load array: heads queue[t][a]]
//   ---------------------------------------------------------------------------
//   r[t] := V[t][a].value;  (r, a) is gone
inline void load(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  const LocationId location =
      context.queues.planned(thread, state.threads[thread].pending[entry]).location;
  context.queues.perform(thread, state.threads[thread], entry,
                         context.cell(state, thread, location).value);
}

// store — section 5.4, "address queues" and "flags".
//   queue[t][a] = st v · rest      no older load of a in the load array
//   -------------------------------------------------------------------
//   V[t][a] := v with LM, and GM if a is global;  queue[t][a] := rest
inline void store(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  const auto pending = state.threads[thread].pending[entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  context.cell(state, thread, location) = {pending.value, true, !context.plan().is_shared(location),
                                           0};
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
}

/// Puts the value of t's location into the view of a receiver and clears the flags there.
inline void deliver(const Context& context, State& state, ThreadId thread, LocationId location,
                    ThreadId receiver, bool gm) {
  context.cell(state, receiver, location) = {context.cell(state, thread, location).value, false, gm,
                                             0};
}

template <class Use>
void for_each_thread(ThreadMask set, Use&& use) {
  for (; set != 0; set &= set - 1) use(static_cast<ThreadId>(std::countr_zero(set)));
}

// distribute_block — section 5.4, "Locally Modified (LM)".
//   V[t][a] = v with LM
//   -------------------------------------------------------------------
//   V[u][a] := v, flags clear, for all u in the block of t;  LM of V[t][a] clears
// Cumulativity: GM goes along, so that a membar.gl of a receiver passes the value on.
inline void distribute_block(const Context& context, State& state, ThreadId thread,
                             LocationId location) {
  const bool gm = context.cumulative && context.cell(state, thread, location).gm;
  const ThreadMask done = context.cell(state, thread, location).reached;
  for_each_thread(context.block(thread) & ~thread_bit(thread) & ~done, [&](ThreadId receiver) {
    deliver(context, state, thread, location, receiver, gm);
  });
  Cell& mine = context.cell(state, thread, location);
  mine.lm = false;
  mine.reached = 0;
}

// distribute_gpu — section 5.4, "Globally Modified (GM)".
//   V[t][a] = v with GM, without LM
//   -------------------------------------------------------------------
//   V[u][a] := v, flags clear, for all u of other blocks;  GM of V[t][a] clears
// Cumulativity: the block holds one value under GM; it is delivered once.
inline void distribute_gpu(const Context& context, State& state, ThreadId thread,
                           LocationId location) {
  const ThreadMask block = context.block(thread);
  const ThreadMask done = context.cell(state, thread, location).reached;
  for_each_thread(context.everyone() & ~block & ~done, [&](ThreadId receiver) {
    deliver(context, state, thread, location, receiver, false);
  });
  Cell& mine = context.cell(state, thread, location);
  mine.gm = false;
  mine.reached = 0;
  if (!context.cumulative || context.by_receiver) return;
  for_each_thread(block, [&](ThreadId other) {
    Cell& theirs = context.cell(state, other, location);
    if (!theirs.lm) theirs.gm = false;
  });
}

/// Who still has to get the value before the flag that is up may clear.
inline ThreadMask receivers(const Context& context, const State& state, ThreadId thread,
                            LocationId location) {
  const Cell& cell = context.cell(state, thread, location);
  const ThreadMask block = context.block(thread);
  const ThreadMask all = cell.lm ? block & ~thread_bit(thread) : context.everyone() & ~block;
  return all & ~cell.reached;
}

// distribute_block, distribute_gpu with `--distribution receiver`: to one receiver; the
// flag clears when the last one has got the value (or when there is nobody to get it).
inline void distribute_to(const Context& context, State& state, ThreadId thread,
                          LocationId location, ThreadId receiver) {
  const bool gm = context.cell(state, thread, location).lm && context.cumulative &&
                  context.cell(state, thread, location).gm;
  if (receiver != thread) deliver(context, state, thread, location, receiver, gm);
  Cell& mine = context.cell(state, thread, location);
  mine.reached |= thread_bit(receiver);
  if ((receivers(context, state, thread, location) & ~thread_bit(receiver)) != 0) return;
  (mine.lm ? mine.lm : mine.gm) = false;
  mine.reached = 0;
}

// membar_cta — section 5.4: "the thread must distribute all locally modified memory locations
// within the block".
//   membar.cta heads all queues of t      the load array of t is empty
//   -------------------------------------------------------------------
//   distribute_block for every a with LM in V[t];  the marker is gone
inline void membar_cta(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  for (std::size_t a = 0; a < context.locations() && context.rules.membar_cta_distributes; ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.cell(state, thread, location).lm) {
      distribute_block(context, state, thread, location);
    }
  }
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
}

// membar_gl — section 5.4: distributes "both globally and locally modified values to all
// threads in the GPU"; what is GM but not LM goes to the other blocks alone.
//   membar.gl heads all queues of t       the load array of t is empty
//   -------------------------------------------------------------------
//   distribute_block for every a with LM, then distribute_gpu for every a with GM in V[t];
//   the marker is gone
inline void membar_gl(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.cell(state, thread, location).lm && context.rules.membar_gl_distributes_lm) {
      distribute_block(context, state, thread, location);
    }
    const Cell& cell = context.cell(state, thread, location);
    if (cell.gm && !cell.lm && context.rules.membar_gl_distributes_gm) {
      distribute_gpu(context, state, thread, location);
    }
  }
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
}

// settle — not in the thesis: with `--distribution receiver` views can differ when nothing is
// left to do; the final value of a location is then any of them.
inline void settle(const Context& context, State& state, ThreadId thread, LocationId location) {
  for_each_thread(context.everyone() & ~thread_bit(thread), [&](ThreadId other) {
    context.cell(state, other, location).value = context.cell(state, thread, location).value;
  });
}

}  // namespace opexplore::gpu_queues
