// The rules of `gpu-scoped`, a repair of Sorensen's machine (Sorensen 2014, section 5.4.1,
// last paragraph: "scoped properties would have to be extended to load operations"). One
// function per rule. Issue, load_out and local are rules of the address queues
// (opmodel/queues/rules.hpp).
//
// A rule changes the state it is given, which is the caller's copy: premises hold when it is
// called (its guard, may_…, says so), the conclusion holds when it returns. V[t], C[c]
// and G are memory as thread t, block c and the GPU hold it; c is the block of t.
#pragma once

#include <algorithm>

#include "opmodel/machines/gpu_scoped/context.hpp"
#include "opmodel/queues/rules.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::gpu_scoped {

using queue_model::EntryArgument;
using queue_model::LocationArgument;

/// Where a load takes its value from.
enum class From : std::uint8_t { view, held, l1 };

struct LoadArgument {
  std::size_t entry = 0;
  From from = From::view;
  static constexpr std::tuple fields{field("entry", 8, &LoadArgument::entry),
                                     field("from", 8, &LoadArgument::from)};
};

inline Cell without_flag(Cell cell) {
  cell.flag = false;
  return cell;
}

// load — Sorensen 2014, section 5.4, "load array"; `held` and the guard on `view` for crossed
// loads are the repair.
//   (r, a) in the load array of t
//   -------------------------------------------------------------------
//   r[t] := V[t][a]                  if it has crossed: only if V[t][a] is of another block
//        or what it held when it crossed                              if it has crossed
//        or the line of a in the L1 cache of c           if `ld.ca`, on chips that have one
//   (r, a) is gone
inline bool may_load(const Context& context, const State& state, ThreadId thread, LoadArgument at) {
  const ThreadState& mine = state.threads[thread];
  const Pending& load = mine.pending[at.entry];
  if (!context.queues.can_load(thread, mine, at.entry)) return false;
  const queue_model::Planned& what = context.queues.planned(thread, load);
  for (std::size_t e = 0; e < at.entry && context.rules.crossed_keep_order; ++e) {
    const Pending& older = mine.pending[e];
    if (older.crossed && context.queues.planned(thread, older).location == what.location) {
      return false;
    }
  }
  const std::uint8_t block = context.plan().block(thread);
  const Cell& view = context.view(state, thread, what.location);
  switch (at.from) {
    case From::view: {
      const bool foreign = view.origin != Cell::nowhere && view.origin != block;
      return !load.crossed || foreign || !context.rules.only_foreign_news;
    }
    case From::held:
      return load.crossed;
    case From::l1:  // a thread sees its own write before its block does
      return context.l1 && what.l1 && !view.flag && context.line(state, block, what.location).flag;
  }
  return false;
}

inline Value loaded(const Context& context, const State& state, ThreadId thread, LoadArgument at) {
  const Pending& load = state.threads[thread].pending[at.entry];
  const LocationId location = context.queues.planned(thread, load).location;
  switch (at.from) {
    case From::view:
      return context.view(state, thread, location).value;
    case From::held:
      return load.value;
    case From::l1:
      return context.line(state, context.plan().block(thread), location).value;
  }
  return 0;
}
inline void load(const Context& context, State& state, ThreadId thread, LoadArgument at) {
  context.queues.perform(thread, state.threads[thread], at.entry,
                         loaded(context, state, thread, at));
}

// store — section 5.4, "address queues" and "flags".
//   queue[t][a] = st v · rest      no older load of a in the load array
//   -------------------------------------------------------------------
//   V[t][a] := (v, c) with LM;  queue[t][a] := rest
inline bool may_store(const Context& context, const State& state, ThreadId thread,
                      EntryArgument at) {
  return context.queues.can_write(thread, state.threads[thread], at.entry);
}
inline void store(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  const Pending pending = state.threads[thread].pending[at.entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  context.view(state, thread, location) = {pending.value, context.origin(thread), true};
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
}

/// A block's own writes pass its L1 cache and leave the new value there; only writes of other
/// blocks leave it stale (PTX ISA 9.7.9.1, ".ca": "multiple L1 caches are not coherent").
inline void write_through(const Context& context, State& state, std::uint8_t block,
                          LocationId location) {
  if (!context.l1 || !context.line(state, block, location).flag) return;
  context.line(state, block, location) = context.block(state, block, location);
  context.line(state, block, location).flag = true;
}

// publish_block — LM, one level up.
//   V[t][a] = w with LM
//   -------------------------------------------------------------------
//   C[c][a] := w, with GM if a is global;  LM clears
inline bool may_publish_block(const Context& context, const State& state, ThreadId thread,
                              LocationArgument of) {
  return context.view(state, thread, of.location).flag;
}
inline void publish_block(const Context& context, State& state, ThreadId thread,
                          LocationArgument of) {
  const LocationId location = of.location;
  Cell& mine = context.view(state, thread, location);
  const std::uint8_t block = context.plan().block(thread);
  context.block(state, block, location) = {mine.value, mine.origin,
                                           !context.plan().is_shared(location)};
  mine.flag = false;
  write_through(context, state, block, location);
}

// publish_gpu — GM, one level up. The order of arrival at the last level is coherence order.
//   C[c][a] = w with GM
//   -------------------------------------------------------------------
//   G[a] := w;  GM clears
inline bool may_publish_gpu(const Context& context, const State& state, ThreadId thread,
                            LocationArgument of) {
  return context.block(state, context.plan().block(thread), of.location).flag;
}
inline void publish_gpu(const Context& context, State& state, ThreadId thread,
                        LocationArgument of) {
  Cell& mine = context.block(state, context.plan().block(thread), of.location);
  mine.flag = false;
  state.gpu[of.location] = mine;
}

/// The argument of a refresh that a location asks for: 0 stands for all of them.
inline LocationArgument refreshed(const Context& context, LocationId location) {
  return {context.rules.refresh_at_once ? LocationId{0} : location};
}

/// Calls refresh(location) for every location, or for this one where refreshing at once is
/// switched off.
template <class Refresh>
void refresh_all(const Context& context, LocationArgument only, Refresh&& refresh) {
  if (!context.rules.refresh_at_once) return refresh(only.location);
  for (std::size_t a = 0; a < context.locations(); ++a) refresh(static_cast<LocationId>(a));
}

// refresh_block — the way down. All locations at once: what a thread sees then grows with
// what its block and the GPU have, so that a dependent load never sees less than the load
// that it depends on (MP+membar.gl+addr, table 5.2).
//   -------------------------------------------------------------------
//   C[c][a] := G[a] for every global a without GM at C[c][a]
inline void refresh_block_at(const Context& context, State& state, ThreadId thread,
                             LocationId location) {
  Cell& mine = context.block(state, context.plan().block(thread), location);
  if (!mine.flag && !context.plan().is_shared(location)) mine = state.gpu[location];
}
inline void refresh_block(const Context& context, State& state, ThreadId thread,
                          LocationArgument only) {
  refresh_all(context, only, [&](LocationId a) { refresh_block_at(context, state, thread, a); });
}

// refresh_thread — the way down, likewise.
//   -------------------------------------------------------------------
//   V[t][a] := C[c][a] for every a without LM at V[t][a]
inline void refresh_thread_at(const Context& context, State& state, ThreadId thread,
                              LocationId location) {
  Cell& mine = context.view(state, thread, location);
  if (mine.flag) return;
  mine = without_flag(context.block(state, context.plan().block(thread), location));
}
inline void refresh_thread(const Context& context, State& state, ThreadId thread,
                           LocationArgument only) {
  refresh_all(context, only, [&](LocationId a) { refresh_thread_at(context, state, thread, a); });
}

// fill_l1 — Sorensen 2014, section 4.3: L1 caches are not coherent and no fence touches them.
//   -------------------------------------------------------------------
//   L1[c][a] := C[c][a]
inline void fill_l1(const Context& context, State& state, ThreadId thread, LocationArgument of) {
  const std::uint8_t block = context.plan().block(thread);
  context.line(state, block, of.location) = context.block(state, block, of.location);
  context.line(state, block, of.location).flag = true;
}

// membar_cta — section 5.1.1: "prior memory writes are visible to other threads in the same
// CTA"; that it lets loads of global locations cross is the repair: LD+membar.ctas is
// observed between CTAs (table 5.3).
//   membar.cta heads all queues of t;  no load of a shared location in the load array of t
//   -------------------------------------------------------------------
//   publish_block for every a with LM;  refresh_thread for every a;
//   every load (r, a) in the load array crosses and holds V[t][a];  the marker is gone
inline bool may_membar_cta(const Context& context, const State& state, ThreadId thread,
                           EntryArgument at) {
  const ThreadState& mine = state.threads[thread];
  if (!context.queues.at_head(thread, mine, at.entry)) return false;
  for (const Pending& pending : mine.pending) {
    if (!pending.out) continue;
    const bool shared = context.plan().is_shared(context.queues.planned(thread, pending).location);
    if (shared ? context.rules.wait_for_shared : !context.rules.crossing) return false;
  }
  return true;
}
inline void membar_cta(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.view(state, thread, location).flag && context.rules.publish) {
      publish_block(context, state, thread, {location});
    }
    if (context.rules.refresh) refresh_thread_at(context, state, thread, location);
  }
  for (Pending& pending : state.threads[thread].pending) {
    if (!pending.out || pending.crossed) continue;
    pending.crossed = true;
    pending.value =
        context.view(state, thread, context.queues.planned(thread, pending).location).value;
  }
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
}

// membar_gl — section 5.1.1: "all prior memory requests have been performed with respect to
// all other threads in the GPU". Cumulative: also what others of the block have published.
//   membar.gl heads all queues of t;  the load array of t is empty
//   -------------------------------------------------------------------
//   publish_block for every a with LM;  publish_gpu for every a with GM in C[c];
//   refresh_block and refresh_thread for every a;  the marker is gone
inline bool may_membar_gl(const Context& context, const State& state, ThreadId thread,
                          EntryArgument at) {
  const ThreadState& mine = state.threads[thread];
  if (!context.queues.at_head(thread, mine, at.entry)) return false;
  return !context.rules.wait_for_loads ||
         std::ranges::none_of(mine.pending, [](const Pending& pending) { return pending.out; });
}
inline void membar_gl(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  const std::uint8_t block = context.plan().block(thread);
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const bool own = context.view(state, thread, location).flag;
    if (own && context.rules.publish) publish_block(context, state, thread, {location});
    const bool publishes = own || context.rules.cumulative;
    if (context.block(state, block, location).flag && publishes && context.rules.publish) {
      publish_gpu(context, state, thread, {location});
    }
    if (!context.rules.refresh) continue;
    refresh_block_at(context, state, thread, location);
    refresh_thread_at(context, state, thread, location);
  }
  context.queues.perform(thread, state.threads[thread], at.entry, std::nullopt);
}

// atomic — in one step at the last level of its location: G, or C for a shared one.
//   queue[t][a] = atom.op r, v · rest     no older load of a in the load array
//   no LM at V[t][a], no GM at C[c][a]
//   -------------------------------------------------------------------
//   G[a] := op(G[a], v);  C[c][a] := G[a];  V[t][a] := G[a];  r[t] := the old value
// A failed cas writes nothing.
inline bool may_atomic(const Context& context, const State& state, ThreadId thread,
                       EntryArgument at) {
  const ThreadState& mine = state.threads[thread];
  if (!context.queues.can_write(thread, mine, at.entry)) return false;
  const LocationId location = context.queues.planned(thread, mine.pending[at.entry]).location;
  return !context.rules.atomic_owes_nothing ||
         (!context.view(state, thread, location).flag &&
          !context.block(state, context.plan().block(thread), location).flag);
}
inline void atomic(const Context& context, State& state, ThreadId thread, EntryArgument at) {
  const Pending pending = state.threads[thread].pending[at.entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  const Action& action =
      context.queues.program().threads[thread].instructions[pending.instruction].action;
  const std::uint8_t block = context.plan().block(thread);
  const bool shared = context.plan().is_shared(location);
  Cell& memory = shared ? context.block(state, block, location) : state.gpu[location];
  const Value old = memory.value;
  if (const auto written = value_written(action, pending.value, pending.expected, old)) {
    memory = {*written, context.origin(thread), false};
  }
  context.block(state, block, location) = memory;
  write_through(context, state, block, location);
  context.view(state, thread, location) = without_flag(context.block(state, block, location));
  context.queues.perform(thread, state.threads[thread], at.entry, old);
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
    rule<may_load, load, LoadArgument>(
        "load", "Sorensen 2014 5.4, 5.4.1",
        "a load takes the value in its thread's view, what it held when a membar.cta overtook it, "
        "or a line of the L1 cache"),
    rule<may_store, store, EntryArgument>("store", "Sorensen 2014 5.4, flags",
                                          "a store writes its thread's view and sets LM"),
    rule<may_atomic, atomic, EntryArgument>(
        "atomic", "Sorensen 2014 2.3", "reads and writes the last level of memory in one step"),
    rule<may_membar_cta, membar_cta, EntryArgument>(
        "membar_cta", "Sorensen 2014 5.1.1, table 5.3",
        "publishes to the block; pending loads of global locations cross it"),
    rule<may_membar_gl, membar_gl, EntryArgument>(
        "membar_gl", "Sorensen 2014 5.1.1",
        "waits for all loads, publishes to the GPU for the whole block and refreshes"),
    rule<may_publish_block, publish_block, LocationArgument>(
        "publish_block", "Sorensen 2014 5.4, flags", "an LM location reaches the block's memory"),
    rule<may_publish_gpu, publish_gpu, LocationArgument>("publish_gpu", "Sorensen 2014 5.4, flags",
                                                         "a GM location reaches the GPU's memory"),
    rule<refresh_block, LocationArgument>("refresh_block", "Sorensen 2014 5.4.1",
                                          "the block's memory takes the GPU's values"),
    rule<refresh_thread, LocationArgument>("refresh_thread", "Sorensen 2014 5.4.1",
                                           "a view takes the block's values"),
    rule<fill_l1, LocationArgument>("fill_l1", "Sorensen 2014 4.3",
                                    "a line of a block's L1 cache is filled"),
};

}  // namespace opexplore::gpu_scoped
