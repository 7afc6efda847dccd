// The rules of machines with a path to memory: what each does is here, what it waits for, and where
// that is written, is for the Rules of each machine to say (path_machine.hpp lists their premises).
//
// A rule changes the state it is given, which is the caller's copy: premises hold when it is called
// (its guard says so), the conclusion holds when it returns. The guards of a thread are asked about
// its next instruction, which is ready.
#pragma once

#include "opmodel/pipeline/path.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::pipeline {

/// Which access: its position among those in flight.
struct EntryArgument {
  std::size_t entry = 0;
  static constexpr std::tuple fields{field("entry", 16, &EntryArgument::entry)};
};

// issue — Singh 2015, 2.1: in program order, once the operands are there.
//   next[t] = ld | st | atom
//   ----------------------------------------
//   path := … · access;  next[t] advances
template <class Rules>
bool may_issue(const Rules& rules, const PathState& state, const Planned& next, ThreadId thread) {
  return rules.may_issue(state, thread, next);
}
template <class Rules>
void issue(const Rules& rules, PathState& state, ThreadId thread) {
  rules.path.enter(state, thread);
}

// complete_load, complete_store, complete_atomic — 3.1, 3.2, 2.2.
//   path = … · access · …
//   ----------------------------------------
//   access acts on memory and leaves the path
template <class Rules>
bool may_complete(const Rules& rules, const PathState& state, ThreadId, EntryArgument at) {
  return rules.may_complete(state, at.entry);
}
template <class Rules>
void complete_load(const Rules& rules, PathState& state, ThreadId, EntryArgument at) {
  rules.path.complete(state, at.entry);
}
template <class Rules>
void complete_store(const Rules& rules, PathState& state, ThreadId, EntryArgument at) {
  rules.path.complete(state, at.entry);
}
template <class Rules>
void complete_atomic(const Rules& rules, PathState& state, ThreadId, EntryArgument at) {
  rules.path.complete(state, at.entry);
}

// fence, proxy_fence.
//   next[t] = fence
//   ----------------------------------------
//   next[t] advances;  what passing does, Rules say
template <class Rules>
bool may_pass(const Rules& rules, const PathState& state, const Planned& next, ThreadId thread) {
  return rules.may_pass(state, thread, next);
}
template <class Rules>
void fence(const Rules& rules, PathState& state, ThreadId thread) {
  rules.pass(state, thread, *rules.path.core().ready(state.core, thread));
  rules.path.core().pass(state.core, thread);
}
template <class Rules>
void proxy_fence(const Rules& rules, PathState& state, ThreadId thread) {
  fence(rules, state, thread);
}

// barrier_sync, barrier_arrive — PTX ISA 9.7.13.1.
//   next[t] = bar      t has not arrived in its generation
//   ------------------------------------------------------
//   t arrives, and waits if it is bar.sync;  next[t] advances
template <class Rules>
bool may_arrive(const Rules& rules, const PathState& state, const Planned&, ThreadId thread) {
  return rules.path.core().may_arrive(state.core, thread) && rules.may_arrive(state, thread);
}
template <class Rules>
void barrier_sync(const Rules& rules, PathState& state, ThreadId thread) {
  rules.path.core().arrive(state.core, thread);
}
template <class Rules>
void barrier_arrive(const Rules& rules, PathState& state, ThreadId thread) {
  rules.path.core().arrive(state.core, thread);
}

// local — 2.1: arithmetic and branches touch the thread's own registers alone.
//   next[t] = add r, v, w | beq v, w, L | …
//   ----------------------------------------
//   r[t] := v + w;  next[t] advances, or is L
template <class Rules>
void local(const Rules& rules, PathState& state, ThreadId thread) {
  rules.path.core().local(state.core, thread);
}

// forward — 3.3.
//   path = … · st a, v by t · … · ld r, a by t · …   between them nothing of a
//   --------------------------------------------------------------------------
//   r[t] := v;  the load leaves the path
template <class Rules>
bool may_forward(const Rules& rules, const PathState& state, ThreadId, EntryArgument at) {
  return rules.may_forward(state, at.entry);
}
template <class Rules>
void forward(const Rules& rules, PathState& state, ThreadId, EntryArgument at) {
  const InFlight& store = *rules.path.own_store(state, at.entry);
  rules.path.complete_with(state, at.entry, store.access.operand);
}

}  // namespace opexplore::pipeline
