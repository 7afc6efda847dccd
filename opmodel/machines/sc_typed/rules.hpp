// The rules of the type-aware design (Singh 2015, section 4). A rule changes the state it is given,
// which is the caller's copy: premises hold when it is called (its guard says so), the conclusion
// when it returns.
//
// "To issue to the cache" and "to complete" are one step here for unsafe accesses, and so are
// leaving the safe queue and completing for SM-safe ones: between the two nothing can happen that
// could not happen before the first.
#pragma once

#include "opmodel/machines/sc_typed/context.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::sc_typed {

/// Which access: its position in the type-wait queues, all in a row by warp.
struct WaitingArgument {
  std::size_t waiting = 0;
  static constexpr std::tuple fields{field("waiting", 16, &WaitingArgument::waiting)};
};

/// Which access: its position in the unsafe queues, or in the safe ones.
struct EntryArgument {
  std::size_t entry = 0;
  static constexpr std::tuple fields{field("entry", 16, &EntryArgument::entry)};
};

/// Which sector.
struct SectorArgument {
  SectorId sector = 0;
  static constexpr std::tuple fields{field("sector", 8, &SectorArgument::sector)};
};

// local — arithmetic and branches touch the thread's own registers alone.
//   next[t] = add r, v, w | beq v, w, L | …, registers there
//   --------------------------------------------------------
//   r[t] := v + w;  next[t] advances, or is L
void local(const Context& context, State& state, ThreadId thread);

// issue — 4.2, TQ stage: every access passes the type-wait queue of its warp.
//   next[t] = ld | st | atom, registers there
//   -------------------------------------------------
//   waiting[warp(t)] := … · access;  next[t] advances
void issue(const Context& context, State& state, ThreadId thread);

// fence — 3.4: unsafe accesses are kept in order anyway.
//   next[t] = fence | fence.proxy
//   -------------------------------------------------
//   next[t] advances
void fence(const Context& context, State& state, ThreadId thread);

// barrier — PTX ISA 9.7.13.1; what is before a barrier comes before what is after it.
//   next[t] = bar      no access of warp(t) under way;  t has not arrived
//   ---------------------------------------------------------------------
//   t arrives;  next[t] advances
bool may_barrier(const Context& context, const State& state, ThreadId thread);
void barrier(const Context& context, State& state, ThreadId thread);

// request — 4.2, MAC: the classifier answers for a sector that is not in transition, and the type
// cache remembers.
//   next of waiting[w] = a, its type unknown on sm;  classify(mac[sector(a)]) is no transition
//   -----------------------------------------------------------------------------------------
//   mac[sector] and type_cache[sm][sector] := the answer
bool may_request(const Context& context, const State& state, ThreadId thread, WaitingArgument at);
void request(const Context& context, State& state, ThreadId thread, WaitingArgument at);

// invalidate — 4.2, "Preserving SC execution state on transition": the request makes the sector
// unsafe. The previous accessor, or every SM if it was <shared, ro>, forgets its type.
//   …  classify(mac[sector(a)]) is a transition
//   ----------------------------------------------------------------
//   mac[sector].awaited := those SMs;  type_cache[those][sector] := unknown
bool may_invalidate(const Context& context, const State& state, ThreadId thread,
                    WaitingArgument at);
void invalidate(const Context& context, State& state, ThreadId thread, WaitingArgument at);

// acknowledge — 4.2: the SM has completed its SM-safe accesses to the sector, and the unsafe queues
// that hold a marker of it are drained up to there. The last one ends the transition.
//   sm in mac[sector].awaited;  drained(sm, sector)
//   ----------------------------------------------------------------
//   sm leaves awaited;  if none is left: mac[sector] := <shared, rw>, types := unsafe
bool may_acknowledge(const Context& context, const State& state, ThreadId thread,
                     SectorArgument of);
void acknowledge(const Context& context, State& state, ThreadId thread, SectorArgument of);

// recall — 4.2, "recall message": a request finds the classifier full, so another entry leaves it.
//   next of waiting[w] = a, sector(a) not in MAC, MAC full;  s another sector in MAC
//   --------------------------------------------------------------------------------
//   mac[s].awaited := all SMs;  type_cache[*][s] := unknown
bool needs_room(const Context& context, const State& state, std::size_t waiting);
bool may_recall(const Context& context, const State& state, ThreadId thread, SectorArgument of);
void recall(const Context& context, State& state, ThreadId thread, SectorArgument of);

// to_unsafe_queue — 4.2, MoB stage.
//   next of waiting[w] = a, unsafe
//   ----------------------------------------
//   unsafe[w] := … · a
bool may_go_unsafe(const Context& context, const State& state, ThreadId thread, WaitingArgument at);
void to_unsafe_queue(const Context& context, State& state, ThreadId thread, WaitingArgument at);

// to_safe_queue — 4.2: an SM-safe access leaves the type-wait queue unless an entry of the
// synchronization table conflicts. If unsafe accesses of its warp are pending it bypasses them:
// they get a marker behind them, which is its entry in the table.
//   next of waiting[w] = a, SM-safe;  no conflict
//   ----------------------------------------------------------------
//   safe[sm] := … · a;  unsafe[w] := … · marker(a) if it is not empty
bool may_go_safe(const Context& context, const State& state, ThreadId thread, WaitingArgument at);
void to_safe_queue(const Context& context, State& state, ThreadId thread, WaitingArgument at);

// complete_unsafe — 4.2: unsafe accesses of a warp complete in program order. Markers that then
// head the queue are deleted, and with them their entries in the synchronization table.
//   unsafe[w] = a · rest
//   ----------------------------------------
//   a performs;  unsafe[w] := rest
bool may_complete_unsafe(const Context& context, const State& state, ThreadId thread,
                         EntryArgument at);
void complete_unsafe(const Context& context, State& state, ThreadId thread, EntryArgument at);

// complete_safe — 4.2: SM-safe accesses complete in any order, those to one location in the order
// in which they left the type-wait queues.
//   a in safe[sm], none of its location before it
//   ----------------------------------------
//   a performs and leaves
bool may_complete_safe(const Context& context, const State& state, ThreadId thread,
                       EntryArgument at);
void complete_safe(const Context& context, State& state, ThreadId thread, EntryArgument at);

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<local>("local", "Singh 2015, 2.1", "register arithmetic or a branch"),
    rule<issue>("issue", "Singh 2015, 4.2, TQ stage",
                "an access enters its warp's type-wait queue"),
    rule<fence>("fence", "Singh 2015, 3.4", "nothing: unsafe accesses are kept in order anyway"),
    rule<may_barrier, barrier>("barrier", "PTX ISA 9.7.13.1",
                               "arrives when the warp has no access under way"),
    rule<may_request, request, WaitingArgument>(
        "request", "Singh 2015, 4.2 and figure 5",
        "the classifier tells an SM the type of a sector, and gives the write privilege"),
    rule<may_invalidate, invalidate, WaitingArgument>(
        "invalidate", "Singh 2015, 4.2 and figure 5",
        "a request makes a sector unsafe: the SMs concerned are told"),
    rule<may_acknowledge, acknowledge, SectorArgument>(
        "acknowledge", "Singh 2015, 4.2",
        "an SM has drained what the sector's accesses had bypassed; the last one ends the "
        "transition"),
    rule<may_recall, recall, SectorArgument>("recall", "Singh 2015, 4.2",
                                             "the classifier is full: an entry is evicted"),
    rule<may_go_unsafe, to_unsafe_queue, WaitingArgument>(
        "to_unsafe_queue", "Singh 2015, 4.2, MoB stage",
        "an unsafe access enters its unsafe queue"),
    rule<may_go_safe, to_safe_queue, WaitingArgument>(
        "to_safe_queue", "Singh 2015, 4.2, MoB stage",
        "an SM-safe access that conflicts with no entry of the synchronization table may go"),
    rule<may_complete_unsafe, complete_unsafe, EntryArgument>(
        "complete_unsafe", "Singh 2015, 4.2", "the oldest unsafe access of a warp completes"),
    rule<may_complete_safe, complete_safe, EntryArgument>("complete_safe", "Singh 2015, 4.2",
                                                          "an SM-safe access completes"),
};

}  // namespace opexplore::sc_typed
