// The rules of `gpu-scoped`, a repair of Sorensen's machine (Sorensen 2014, section 5.4.1,
// last paragraph: "scoped properties would have to be extended to load operations"). One
// function per rule. Issue, load_out and local are rules of the address queues
// (opmodel/queues).
//
// A rule changes the state it is given, which is the caller's copy: premises hold when it is
// called (Machine::for_each_step says so), the conclusion holds when it returns. V[t], C[c]
// and G are memory as thread t, block c and the GPU hold it; c is the block of t.
#pragma once

#include "opmodel/machines/gpu_scoped/state.hpp"

namespace opexplore::gpu_scoped {

using queue_model::Kind;
using queue_model::Pending;
using queue_model::Queues;
using queue_model::ThreadState;

/// Parts of the rules that a test can switch off, to show what each is good for.
struct Weakening {
  queue_model::QueueRules queues;
  bool crossing = true;             ///< pending loads of global locations cross a membar.cta
  bool crossed_keep_order = true;   ///< loads of one address do not pass one that has crossed
  bool only_foreign_news = true;    ///< a crossed load gets a new value from other blocks alone
  bool wait_for_shared = true;      ///< membar.cta waits for pending loads of shared locations
  bool wait_for_loads = true;       ///< membar.gl waits for all pending loads
  bool publish = true;              ///< fences publish what their thread has written
  bool refresh = true;              ///< fences refresh their thread's view
  bool refresh_at_once = true;      ///< a refresh takes all locations, not one
  bool cumulative = true;           ///< membar.gl publishes for its whole block
  bool atomic_owes_nothing = true;  ///< an atomic waits until its address has no LM and no GM
};

/// What the rules know about the program and the machine's settings.
struct Context {
  Queues queues;
  bool l1;  ///< `--chip fermi`, and the program has loads that use it
  bool split_components;
  bool forget_dead;
  bool origins;  ///< whether it can matter who wrote a value
  Weakening rules;

  Context(const Test& test, const MachineOptions& options, bool fermi, Weakening weakening)
      : queues(test, options, false, weakening.queues),
        l1(fermi && queues.plan().uses_l1()),
        split_components(options.split_components),
        forget_dead(options.forget_dead),
        origins(!forget_dead || queues.plan().has_membar_cta()),
        rules(weakening) {}

  const queue_model::Plan& plan() const { return queues.plan(); }
  std::size_t locations() const { return plan().locations(); }

  /// What marks a value as written by the thread's block.
  std::uint8_t origin(ThreadId thread) const {
    return origins ? plan().block(thread) : Cell::nowhere;
  }

  template <class S>
  auto& view(S& state, ThreadId thread, LocationId location) const {
    return state.views[thread * locations() + location];
  }
  template <class S>
  auto& block(S& state, std::uint8_t block, LocationId location) const {
    return state.blocks[block * locations() + location];
  }
  template <class S>
  auto& line(S& state, std::uint8_t block, LocationId location) const {
    return state.l1[block * locations() + location];
  }
};

/// The order of rules in Machine::rules.
enum class RuleId : std::uint8_t {
  local,
  issue,
  load_out,
  load,
  store,
  atomic,
  membar_cta,
  membar_gl,
  publish_block,
  publish_gpu,
  refresh_block,
  refresh_thread,
  fill_l1,
  count
};

/// Where a load takes its value from: the argument of `load`.
enum class From : std::uint8_t { view, held, l1 };

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
inline Value loaded(const Context& context, const State& state, ThreadId thread, std::size_t entry,
                    From from) {
  const Pending& load = state.threads[thread].pending[entry];
  const LocationId location = context.queues.planned(thread, load).location;
  switch (from) {
    case From::view:
      return context.view(state, thread, location).value;
    case From::held:
      return load.value;
    case From::l1:
      return context.line(state, context.plan().block(thread), location).value;
  }
  return 0;
}
inline void load(const Context& context, State& state, ThreadId thread, std::size_t entry,
                 From from) {
  context.queues.perform(thread, state.threads[thread], entry,
                         loaded(context, state, thread, entry, from));
}

// store — section 5.4, "address queues" and "flags".
//   queue[t][a] = st v · rest      no older load of a in the load array
//   -------------------------------------------------------------------
//   V[t][a] := (v, c) with LM;  queue[t][a] := rest
inline void store(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  const Pending pending = state.threads[thread].pending[entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  context.view(state, thread, location) = {pending.value, context.origin(thread), true};
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
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
inline void publish_block(const Context& context, State& state, ThreadId thread,
                          LocationId location) {
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
inline void publish_gpu(const Context& context, State& state, std::uint8_t block,
                        LocationId location) {
  Cell& mine = context.block(state, block, location);
  mine.flag = false;
  state.gpu[location] = mine;
}

// refresh_block — the way down. All locations at once: what a thread sees then grows with
// what its block and the GPU have, so that a dependent load never sees less than the load
// that it depends on (MP+membar.gl+addr, table 5.2).
//   -------------------------------------------------------------------
//   C[c][a] := G[a] for every global a without GM at C[c][a]
inline void refresh_block(const Context& context, State& state, std::uint8_t block,
                          LocationId location) {
  Cell& mine = context.block(state, block, location);
  if (!mine.flag && !context.plan().is_shared(location)) mine = state.gpu[location];
}

// refresh_thread — the way down, likewise.
//   -------------------------------------------------------------------
//   V[t][a] := C[c][a] for every a without LM at V[t][a]
inline void refresh_thread(const Context& context, State& state, ThreadId thread,
                           LocationId location) {
  Cell& mine = context.view(state, thread, location);
  if (mine.flag) return;
  mine = without_flag(context.block(state, context.plan().block(thread), location));
}

/// Calls refresh(location) for every location, or for this one where refreshing at once is
/// switched off.
template <class Refresh>
void refresh_all(const Context& context, LocationId only, Refresh&& refresh) {
  if (!context.rules.refresh_at_once) return refresh(only);
  for (std::size_t a = 0; a < context.locations(); ++a) refresh(static_cast<LocationId>(a));
}

// fill_l1 — Sorensen 2014, section 4.3: L1 caches are not coherent and no fence touches them.
//   -------------------------------------------------------------------
//   L1[c][a] := C[c][a]
inline void fill_l1(const Context& context, State& state, std::uint8_t block, LocationId location) {
  context.line(state, block, location) = context.block(state, block, location);
  context.line(state, block, location).flag = true;
}

// membar_cta — section 5.1.1: "prior memory writes are visible to other threads in the same
// CTA"; that it lets loads of global locations cross is the repair: LD+membar.ctas is
// observed between CTAs (table 5.3).
//   membar.cta heads all queues of t;  no load of a shared location in the load array of t
//   -------------------------------------------------------------------
//   publish_block for every a with LM;  refresh_thread for every a;
//   every load (r, a) in the load array crosses and holds V[t][a];  the marker is gone
inline void membar_cta(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.view(state, thread, location).flag && context.rules.publish) {
      publish_block(context, state, thread, location);
    }
    if (context.rules.refresh) refresh_thread(context, state, thread, location);
  }
  for (Pending& pending : state.threads[thread].pending) {
    if (!pending.out || pending.crossed) continue;
    pending.crossed = true;
    pending.value =
        context.view(state, thread, context.queues.planned(thread, pending).location).value;
  }
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
}

// membar_gl — section 5.1.1: "all prior memory requests have been performed with respect to
// all other threads in the GPU". Cumulative: also what others of the block have published.
//   membar.gl heads all queues of t;  the load array of t is empty
//   -------------------------------------------------------------------
//   publish_block for every a with LM;  publish_gpu for every a with GM in C[c];
//   refresh_block and refresh_thread for every a;  the marker is gone
inline void membar_gl(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  const std::uint8_t block = context.plan().block(thread);
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const bool own = context.view(state, thread, location).flag;
    if (own && context.rules.publish) publish_block(context, state, thread, location);
    const bool publishes = own || context.rules.cumulative;
    if (context.block(state, block, location).flag && publishes && context.rules.publish) {
      publish_gpu(context, state, block, location);
    }
    if (!context.rules.refresh) continue;
    refresh_block(context, state, block, location);
    refresh_thread(context, state, thread, location);
  }
  context.queues.perform(thread, state.threads[thread], entry, std::nullopt);
}

/// The atomic instruction of an entry.
inline const Atomic& atomic_of(const Context& context, ThreadId thread, const Pending& entry) {
  return std::get<Atomic>(
      context.queues.program().threads[thread].instructions[entry.instruction].action);
}

// atomic — in one step at the last level of its location: G, or C for a shared one.
//   queue[t][a] = atom.op r, v · rest     no older load of a in the load array
//   no LM at V[t][a], no GM at C[c][a]
//   -------------------------------------------------------------------
//   G[a] := op(G[a], v);  C[c][a] := G[a];  V[t][a] := G[a];  r[t] := the old value
// A failed cas writes nothing.
inline void atomic(const Context& context, State& state, ThreadId thread, std::size_t entry) {
  const Pending pending = state.threads[thread].pending[entry];
  const LocationId location = context.queues.planned(thread, pending).location;
  const Atomic& what = atomic_of(context, thread, pending);
  const std::uint8_t block = context.plan().block(thread);
  const bool shared = context.plan().is_shared(location);
  Cell& memory = shared ? context.block(state, block, location) : state.gpu[location];
  const Value old = memory.value;
  if (what.op != AtomicOp::cas || old == pending.expected) {
    memory = {evaluate(what.op, old, pending.value), context.origin(thread), false};
  }
  context.block(state, block, location) = memory;
  write_through(context, state, block, location);
  context.view(state, thread, location) = without_flag(context.block(state, block, location));
  context.queues.perform(thread, state.threads[thread], entry, old);
}

/// Whether a load of the thread may take its value from there.
inline bool may_load(const Context& context, const State& state, ThreadId thread, std::size_t entry,
                     From from) {
  const ThreadState& mine = state.threads[thread];
  const Pending& load = mine.pending[entry];
  if (!context.queues.can_load(thread, mine, entry)) return false;
  const queue_model::Planned& what = context.queues.planned(thread, load);
  for (std::size_t e = 0; e < entry && context.rules.crossed_keep_order; ++e) {
    const Pending& older = mine.pending[e];
    if (older.crossed && context.queues.planned(thread, older).location == what.location) {
      return false;
    }
  }
  const std::uint8_t block = context.plan().block(thread);
  const Cell& view = context.view(state, thread, what.location);
  switch (from) {
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

/// Whether a fence that heads all queues may leave them.
inline bool may_fence(const Context& context, ThreadId thread, const ThreadState& mine, Kind kind) {
  for (const Pending& pending : mine.pending) {
    if (!pending.out) continue;
    if (kind == Kind::membar_gl) {
      if (context.rules.wait_for_loads) return false;
      continue;
    }
    const bool shared = context.plan().is_shared(context.queues.planned(thread, pending).location);
    if (shared ? context.rules.wait_for_shared : !context.rules.crossing) return false;
  }
  return true;
}

/// Whether an atomic may act: its queue lets it, and nothing of its address is on the way up.
inline bool may_update(const Context& context, const State& state, ThreadId thread,
                       std::size_t entry) {
  const ThreadState& mine = state.threads[thread];
  if (!context.queues.can_write(thread, mine, entry)) return false;
  const LocationId location = context.queues.planned(thread, mine.pending[entry]).location;
  return !context.rules.atomic_owes_nothing ||
         (!context.view(state, thread, location).flag &&
          !context.block(state, context.plan().block(thread), location).flag);
}

}  // namespace opexplore::gpu_scoped
