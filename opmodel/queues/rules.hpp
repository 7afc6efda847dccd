// The rules of the address queues themselves, which `gpu-queues` and `gpu-scoped` share: how an
// instruction enters its queue and how a load leaves it. Their Context has the Queues, their State
// the threads.
#pragma once

#include "opmodel/queues/queues.hpp"
#include "opmodel/rule_argument.hpp"

namespace opexplore::queue_model {

/// Which of the thread's pending instructions: its position among those that are issued and not
/// performed.
struct EntryArgument {
  std::size_t entry = 0;
  static constexpr std::tuple fields{field("entry", 8, &EntryArgument::entry)};
};

/// Which location.
struct LocationArgument {
  LocationId location = 0;
  static constexpr std::tuple fields{field("location", 8, &LocationArgument::location)};
};

/// Whether a thread may go on, and with what kind of instruction. Round an endless loop it goes
/// only where that is looked for.
template <class Context, class State>
bool goes_on(const Context& context, const State& state, ThreadId thread, bool local) {
  const Queues& queues = context.queues;
  const ThreadState& mine = state.threads[thread];
  return queues.can_issue(thread, mine) &&
         (queues.judges_infinite_runs() || !queues.runs_forever(thread, mine)) &&
         (queues.plan().at(thread, mine.pc).kind == Kind::local) == local;
}

// issue — Sorensen 2014, section 5.4, "address queues".
//   next[t] = ld r, a | st a, v | atom r, a, v     operands are there
//   -----------------------------------------------------------------
//   queue[t][a] := … · next[t];  next[t] advances
// A fence enters all queues.
template <class Context, class State>
bool may_issue(const Context& context, const State& state, ThreadId thread) {
  return goes_on(context, state, thread, false);
}
template <class Context, class State>
void issue(const Context& context, State& state, ThreadId thread) {
  context.queues.issue(thread, state.threads[thread]);
  context.queues.settle(thread, state.threads[thread]);
}

// local — arithmetic and branches touch the thread's own registers alone.
//   next[t] = add r, v, w | beq v, w, L | …        operands are there
//   -----------------------------------------------------------------
//   r[t] := v + w;  next[t] advances, or is L
template <class Context, class State>
bool may_run_locally(const Context& context, const State& state, ThreadId thread) {
  return goes_on(context, state, thread, true);
}
template <class Context, class State>
void local(const Context& context, State& state, ThreadId thread) {
  context.queues.issue(thread, state.threads[thread]);
  context.queues.settle(thread, state.threads[thread]);
}

// load_out — Sorensen 2014, section 5.4, "load array".
//   queue[t][a] = ld r · rest
//   ------------------------------------------------
//   (r, a) in the load array of t;  queue[t][a] := rest
template <class Context, class State>
bool may_load_out(const Context& context, const State& state, ThreadId thread, EntryArgument at) {
  return context.queues.can_leave(thread, state.threads[thread], at.entry);
}
template <class Context, class State>
void load_out(const Context&, State& state, ThreadId thread, EntryArgument at) {
  state.threads[thread].pending[at.entry].out = true;
}

}  // namespace opexplore::queue_model
