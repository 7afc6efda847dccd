// The rules of the type-aware design (Singh 2015, section 4). A rule changes the state it is given,
// which is the caller's copy: premises hold when it is called, the conclusion when it returns.
//
// "To issue to the cache" and "to complete" are one step here for unsafe accesses, and so are
// leaving the safe queue and completing for SM-safe ones: between the two nothing can happen that
// could not happen before the first.
#pragma once

#include "opmodel/machines/sc_typed/context.hpp"

namespace opexplore::sc_typed {

/// The order of rules in Machine::rules.
enum class RuleId : std::uint8_t {
  local,
  issue,
  fence,
  barrier,
  request,
  invalidate,
  acknowledge,
  recall,
  to_unsafe_queue,
  to_safe_queue,
  complete_unsafe,
  complete_safe,
  count
};

// issue — 4.2, TQ stage: every access passes the type-wait queue of its warp.
//   next[t] = ld | st | atom, registers there
//   -------------------------------------------------
//   waiting[warp(t)] := … · access;  next[t] advances
void issue(const Context& context, State& state, ThreadId thread);

// request — 4.2, MAC: the classifier answers for a sector that is not in transition, and the type
// cache remembers.
//   next of waiting[w] = a, its type unknown on sm;  classify(mac[sector(a)]) is no transition
//   -----------------------------------------------------------------------------------------
//   mac[sector] and type_cache[sm][sector] := the answer
bool can_request(const Context& context, const State& state, std::size_t waiting);
void request(const Context& context, State& state, std::size_t waiting);

// invalidate — 4.2, "Preserving SC execution state on transition": the request makes the sector
// unsafe. The previous accessor, or every SM if it was <shared, ro>, forgets its type.
//   …  classify(mac[sector(a)]) is a transition
//   ----------------------------------------------------------------
//   mac[sector].awaited := those SMs;  type_cache[those][sector] := unknown
bool can_invalidate(const Context& context, const State& state, std::size_t waiting);
void invalidate(const Context& context, State& state, std::size_t waiting);

// acknowledge — 4.2: the SM has completed its SM-safe accesses to the sector, and the unsafe queues
// that hold a marker of it are drained up to there. The last one ends the transition.
//   sm in mac[sector].awaited;  drained(sm, sector)
//   ----------------------------------------------------------------
//   sm leaves awaited;  if none is left: mac[sector] := <shared, rw>, types := unsafe
bool can_acknowledge(const Context& context, const State& state, SmId sm, SectorId sector);
void acknowledge(const Context& context, State& state, SmId sm, SectorId sector);

// recall — 4.2, "recall message": a request finds the classifier full, so another entry leaves it.
//   next of waiting[w] = a, sector(a) not in MAC, MAC full;  s another sector in MAC
//   --------------------------------------------------------------------------------
//   mac[s].awaited := all SMs;  type_cache[*][s] := unknown
bool needs_room(const Context& context, const State& state, std::size_t waiting);
bool can_recall(const Context& context, const State& state, SectorId sector);
void recall(const Context& context, State& state, SectorId sector);

// to_unsafe_queue — 4.2, MoB stage.
//   next of waiting[w] = a, unsafe
//   ----------------------------------------
//   unsafe[w] := … · a
bool can_go_unsafe(const Context& context, const State& state, std::size_t waiting);
void to_unsafe_queue(const Context& context, State& state, std::size_t waiting);

// to_safe_queue — 4.2: an SM-safe access leaves the type-wait queue unless an entry of the
// synchronization table conflicts. If unsafe accesses of its warp are pending it bypasses them:
// they get a marker behind them, which is its entry in the table.
//   next of waiting[w] = a, SM-safe;  no conflict
//   ----------------------------------------------------------------
//   safe[sm] := … · a;  unsafe[w] := … · marker(a) if it is not empty
bool can_go_safe(const Context& context, const State& state, std::size_t waiting);
void to_safe_queue(const Context& context, State& state, std::size_t waiting);

// complete_unsafe — 4.2: unsafe accesses of a warp complete in program order. Markers that then
// head the queue are deleted, and with them their entries in the synchronization table.
//   unsafe[w] = a · rest
//   ----------------------------------------
//   a performs;  unsafe[w] := rest
bool can_complete_unsafe(const Context& context, const State& state, std::size_t entry);
void complete_unsafe(const Context& context, State& state, std::size_t entry);

// complete_safe — 4.2: SM-safe accesses complete in any order, those to one location in the order
// in which they left the type-wait queues.
//   a in safe[sm], none of its location before it
//   ----------------------------------------
//   a performs and leaves
bool can_complete_safe(const Context& context, const State& state, std::size_t entry);
void complete_safe(const Context& context, State& state, std::size_t entry);

/// Whether the warp of the thread has no access under way: barriers wait for that.
bool warp_idle(const Context& context, const State& state, ThreadId thread);

}  // namespace opexplore::sc_typed
