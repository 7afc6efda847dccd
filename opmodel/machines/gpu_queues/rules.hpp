// The rules of Sorensen's operational machine (Sorensen, Gopalakrishnan, Grover, ICS 2013;
// Sorensen 2014, section 5.4). One function per rule. Issue, load_out and local are rules of
// the address queues (opmodel/queues/rules.hpp).
//
// A rule changes the state it is given, which is the caller's copy: premises hold when it is
// called (its guard, may_…, says so), the conclusion holds when it returns.
#pragma once

#include <algorithm>
#include <bit>

#include "opmodel/machines/gpu_queues/state.hpp"
#include "opmodel/queues/rules.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::gpu_queues {

using queue_model::EntryArgument;
using queue_model::Kind;
using queue_model::LocationArgument;
using queue_model::Pending;
using queue_model::Queues;
using queue_model::ThreadState;

/// Parts of the rules that a test can switch off, to show what each is good for.
struct Weakening {
  queue_model::QueueRules queues;
  bool fence_waits_for_loads = true;  ///< the load array is empty when a fence leaves
  bool membar_cta_distributes = true;
  bool membar_gl_distributes_lm = true;
  bool membar_gl_distributes_gm = true;
  bool operator==(const Weakening&) const = default;
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
  /// Those whose view of the location is one of memory: of a shared location the block alone.
  ThreadMask who_sees(LocationId location) const {
    return plan().is_shared(location) ? plan().members(plan().home(location)) : everyone();
  }
};

/// Which location, and who gets its value (`--distribution receiver` alone; else 0).
struct DeliveryArgument {
  LocationId location = 0;
  ThreadId receiver = 0;
  static constexpr std::tuple fields{field("location", 8, &DeliveryArgument::location),
                                     field("receiver", 8, &DeliveryArgument::receiver)};
};

// load — section 5.4, "load array".
//   (r, a) in the load array of t        [without load array: heads queue[t][a]]
//   ---------------------------------------------------------------------------
//   r[t] := V[t][a].value;  (r, a) is gone
inline bool may_load(const Context& context, const State& state, ThreadId thread,
                     EntryArgument at) {
  return context.queues.can_load(thread, state.threads[thread], at.entry);
}
inline void load(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  const LocationId location =
      context.queues.planned(thread, state.threads[thread].pending[at.entry]).location;
  context.queues.perform(thread, state.threads[thread], at.entry,
                         context.cell(state, thread, location).value);
}

// store — section 5.4, "address queues" and "flags".
//   queue[t][a] = st v · rest      no older load of a in the load array
//   -------------------------------------------------------------------
//   V[t][a] := v with LM, and GM if a is global;  queue[t][a] := rest
inline bool may_store(const Context& context, const State& state, ThreadId thread,
                      EntryArgument at) {
  return context.queues.can_write(thread, state.threads[thread], at.entry);
}
inline void store(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  const auto pending = state.threads[thread].pending[at.entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  context.cell(state, thread, location) = {pending.value, true, !context.plan().is_shared(location),
                                           0};
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
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

/// Who still has to get the value before the flag that is up may clear.
inline ThreadMask receivers(const Context& context, const State& state, ThreadId thread,
                            LocationId location) {
  const Cell& cell = context.cell(state, thread, location);
  const ThreadMask block = context.block(thread);
  const ThreadMask all = cell.lm ? block & ~thread_bit(thread) : context.everyone() & ~block;
  return all & ~cell.reached;
}

/// Whether the delivery is one of those of a flag that is up: to all receivers at once, or to one
/// of those that wait; to the thread itself if there is nobody to get it.
inline bool may_deliver(const Context& context, const State& state, ThreadId thread,
                        DeliveryArgument to) {
  if (!context.by_receiver) return to.receiver == 0;
  const ThreadMask waiting = receivers(context, state, thread, to.location);
  return ((waiting != 0 ? waiting : thread_bit(thread)) & thread_bit(to.receiver)) != 0;
}

/// To one receiver; the flag clears when the last one has got the value.
inline void deliver_to_one(const Context& context, State& state, ThreadId thread,
                           DeliveryArgument to) {
  const LocationId location = to.location;
  const bool gm = context.cell(state, thread, location).lm && context.cumulative &&
                  context.cell(state, thread, location).gm;
  if (to.receiver != thread) deliver(context, state, thread, location, to.receiver, gm);
  Cell& mine = context.cell(state, thread, location);
  mine.reached |= thread_bit(to.receiver);
  if ((receivers(context, state, thread, location) & ~thread_bit(to.receiver)) != 0) return;
  (mine.lm ? mine.lm : mine.gm) = false;
  mine.reached = 0;
}

/// To the whole block.
inline void deliver_to_block(const Context& context, State& state, ThreadId thread,
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

/// To all other blocks. Cumulativity: the block holds one value under GM; it is delivered once.
inline void deliver_to_gpu(const Context& context, State& state, ThreadId thread,
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

// distribute_block — section 5.4, "Locally Modified (LM)".
//   V[t][a] = v with LM
//   -------------------------------------------------------------------
//   V[u][a] := v, flags clear, for all u in the block of t;  LM of V[t][a] clears
// Cumulativity: GM goes along, so that a membar.gl of a receiver passes the value on.
inline bool may_distribute_block(const Context& context, const State& state, ThreadId thread,
                                 DeliveryArgument to) {
  return context.cell(state, thread, to.location).lm && may_deliver(context, state, thread, to);
}
inline void distribute_block(const Context& context, State& state, ThreadId thread,
                             DeliveryArgument to) {
  if (context.by_receiver) return deliver_to_one(context, state, thread, to);
  deliver_to_block(context, state, thread, to.location);
}

// distribute_gpu — section 5.4, "Globally Modified (GM)".
//   V[t][a] = v with GM, without LM
//   -------------------------------------------------------------------
//   V[u][a] := v, flags clear, for all u of other blocks;  GM of V[t][a] clears
inline bool may_distribute_gpu(const Context& context, const State& state, ThreadId thread,
                               DeliveryArgument to) {
  const Cell& cell = context.cell(state, thread, to.location);
  return cell.gm && !cell.lm && may_deliver(context, state, thread, to);
}
inline void distribute_gpu(const Context& context, State& state, ThreadId thread,
                           DeliveryArgument to) {
  if (context.by_receiver) return deliver_to_one(context, state, thread, to);
  deliver_to_gpu(context, state, thread, to.location);
}

/// Whether a fence that heads all queues may leave them.
inline bool may_fence(const Context& context, const State& state, ThreadId thread,
                      EntryArgument at) {
  const ThreadState& mine = state.threads[thread];
  if (!context.queues.at_head(thread, mine, at.entry)) return false;
  return !context.rules.fence_waits_for_loads ||
         std::ranges::none_of(mine.pending, [](const Pending& pending) { return pending.out; });
}

// membar_cta — section 5.4: "the thread must distribute all locally modified memory locations
// within the block".
//   membar.cta heads all queues of t      the load array of t is empty
//   -------------------------------------------------------------------
//   distribute_block for every a with LM in V[t];  the marker is gone
inline void membar_cta(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  for (std::size_t a = 0; a < context.locations() && context.rules.membar_cta_distributes; ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.cell(state, thread, location).lm) {
      deliver_to_block(context, state, thread, location);
    }
  }
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
}

// membar_gl — section 5.4: distributes "both globally and locally modified values to all
// threads in the GPU"; what is GM but not LM goes to the other blocks alone.
//   membar.gl heads all queues of t       the load array of t is empty
//   -------------------------------------------------------------------
//   distribute_block for every a with LM, then distribute_gpu for every a with GM in V[t];
//   the marker is gone
inline void membar_gl(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.cell(state, thread, location).lm && context.rules.membar_gl_distributes_lm) {
      deliver_to_block(context, state, thread, location);
    }
    const Cell& cell = context.cell(state, thread, location);
    if (cell.gm && !cell.lm && context.rules.membar_gl_distributes_gm) {
      deliver_to_gpu(context, state, thread, location);
    }
  }
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
}

// settle — not in the thesis: with `--distribution receiver` views can differ when nothing is
// left to do; the final value of a location is then any of them.
inline void settle(const Context& context, State& state, ThreadId thread, LocationArgument of) {
  for_each_thread(context.everyone() & ~thread_bit(thread), [&](ThreadId other) {
    context.cell(state, other, of.location).value = context.cell(state, thread, of.location).value;
  });
}

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<queue_model::may_run_locally<Context, State>, queue_model::local<Context, State>>(
        "local", "Sorensen 2014 5.4", "register arithmetic or a branch"),
    rule<queue_model::may_issue<Context, State>, queue_model::issue<Context, State>>(
        "issue", "Sorensen 2014 5.4, address queues",
        "the next instruction enters the queue of its address; a fence enters all queues"),
    rule<queue_model::may_load_out<Context, State>, queue_model::load_out<Context, State>,
         EntryArgument>("load_out", "Sorensen 2014 5.4, load array",
                        "a load leaves its queue for the load array"),
    rule<may_load, load, EntryArgument>("load", "Sorensen 2014 5.4, load array",
                                        "a load takes the value in its thread's view"),
    rule<may_store, store, EntryArgument>("store", "Sorensen 2014 5.4, flags",
                                          "a store writes its thread's view and sets LM and GM"),
    rule<may_fence, membar_cta, EntryArgument>(
        "membar_cta", "Sorensen 2014 5.4, flags",
        "a fence that heads all queues distributes LM locations to the block"),
    rule<may_fence, membar_gl, EntryArgument>(
        "membar_gl", "Sorensen 2014 5.4, flags",
        "a fence that heads all queues distributes LM and GM locations to the GPU"),
    rule<may_distribute_block, distribute_block, DeliveryArgument>(
        "distribute_block", "Sorensen 2014 5.4, flags", "an LM location reaches the block"),
    rule<may_distribute_gpu, distribute_gpu, DeliveryArgument>(
        "distribute_gpu", "Sorensen 2014 5.4, flags",
        "a GM location that is not LM reaches the other blocks"),
    rule<settle, LocationArgument>("settle", "not in the thesis",
                                   "where views differ at the end, one of them is memory"),
};

}  // namespace opexplore::gpu_queues
