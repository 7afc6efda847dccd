// The rules of total store order (Singh, Aga, Narayanasamy, MICRO 2015, section 3.3), with a store
// buffer per warp and without: what an access waits for, at issue or in the buffer. How accesses
// travel is in opmodel/pipeline/path.hpp.
//
// A store buffer is the part of the path that holds the stores of its warp back; an entry leaves it
// by completing. Because accesses can then be issued long before their turn, the counters count
// accesses to shared memory too. Without a buffer those need not be counted, for the same reason
// as in naive SC (opmodel/machines/sc_naive/rules.hpp).
#pragma once

#include <array>

#include "opmodel/pipeline/path_machine.hpp"

namespace opexplore::tso {

using pipeline::Counters;
using pipeline::Kind;
using pipeline::Path;
using pipeline::Planned;
using State = pipeline::PathState;

struct Rules {
  static constexpr std::string_view name = "tso";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Singh, Aga, Narayanasamy, MICRO 2015, section 3.3: total store order";
  /// The rules in the order of their numbers; Self: these Rules, or some that change a premise.
  template <class Self>
  static constexpr RuleList rule_list{
      rule<pipeline::may_issue<Self>, pipeline::issue<Self>>(
          "issue", "Singh 2015 3.3",
          "the next access enters its path: a load when no load of its warp is pending, a store at "
          "once, into the store buffer"),
      rule<pipeline::may_complete<Self>, pipeline::complete_load<Self>, pipeline::EntryArgument>(
          "complete_load", "Singh 2015 3.1", "a load takes the value in memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_store<Self>, pipeline::EntryArgument>(
          "complete_store", "Singh 2015 3.3",
          "a store leaves the buffer and writes memory when nothing older of its warp is in "
          "flight"),
      rule<pipeline::may_complete<Self>, pipeline::complete_atomic<Self>, pipeline::EntryArgument>(
          "complete_atomic", "Singh 2015 2.2", "reads and writes memory in one step"),
      rule<pipeline::may_pass<Self>, pipeline::fence<Self>>(
          "fence", "Singh 2015 3.3", "is passed when nothing of its warp is in flight"),
      rule<pipeline::may_pass<Self>, pipeline::proxy_fence<Self>>(
          "proxy_fence", "Singh 2015 3.2", "does nothing: all proxies and aliases are one path"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_sync<Self>>(
          "barrier_sync", "PTX ISA 9.7.13.1",
          "arrives at a CTA barrier once nothing of the warp is in flight, and waits"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_arrive<Self>>(
          "barrier_arrive", "PTX ISA 9.7.13.1", "arrives in the same way and goes on"),
      rule<pipeline::local<Self>>("local", "Singh 2015 2.1", "register arithmetic or a branch"),
      rule<pipeline::may_forward<Self>, pipeline::forward<Self>, pipeline::EntryArgument>(
          "forward", "Singh 2015 3.3", "a load takes the value of its thread's own buffered store"),
  };
  static constexpr std::array<std::string_view, 2> buffers{"warp", "none"};
  static constexpr Setting buffer_setting{"store-buffer", buffers,
                                          "each warp has one, or stores wait at issue (naive TSO)"};
  static constexpr std::array<Setting, 3> settings{buffer_setting, pipeline::path_setting,
                                                   pipeline::sms_setting};

  static bool has_buffer(const MachineOptions& options) {
    return value_of(buffer_setting, options) == "warp";
  }
  // WART: tso-of-single-threads. A test with larger warps is compared all the same.
  /// Of warps of one thread each. Empty: no model is known that has just these outcomes.
  static std::string_view axioms(const MachineOptions& options) {
    if (!has_buffer(options)) return "";
    if (pipeline::path_form(options).per_warp) return "tso";
    return value_of(pipeline::sms_setting, options) == "each" ? "tso-sm" : "";
  }
  static Synchronisation synchronisation(const MachineOptions&) {
    return {.kind = Synchronisation::Kind::store_buffers};
  }
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions&) {
    return pipeline::refusal(test, name);
  }

  Path path;
  bool buffered;

  Rules(const Test& test, const MachineOptions& options)
      : path(test, options, form_of(options)), buffered(has_buffer(options)) {}

  static pipeline::PathForm form_of(const MachineOptions& options) {
    pipeline::PathForm form = pipeline::path_form(options);
    form.warp_order = has_buffer(options);
    form.count_shared = form.count_shared || form.warp_order;
    return form;
  }

  // issue — 3.3: a load waits for pending loads, a store for pending loads and stores. With a store
  // buffer stores do not, so later loads need not wait for them. An atomic counts as a load and a
  // store, and is not buffered. A release waits as table 1a says, with a buffer or without.
  //   next[t] = ld      no load of the warp pending
  //   next[t] = st      nothing of the warp pending; with a buffer: no atomic of it, unless it is
  //                     a release of gpu or sys scope
  //   next[t] = atom    nothing of the warp pending
  //   -----------------------------------------------------------------------------
  //   path := … · access;  next[t] advances
  bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
    if (!next.writes) return load_may_issue(state, thread);
    if (next.reads || !buffered || is_release(next)) return path.counters(state, thread).zero();
    return !behind_atomic(state, thread);
  }
  static bool is_release(const Planned& store) {
    return store.order == Order::release && store.scope != Scope::cta;
  }
  bool load_may_issue(const State& state, ThreadId thread) const {
    return path.counters(state, thread).loads == 0;
  }
  bool behind_atomic(const State& state, ThreadId thread) const {
    for (const pipeline::InFlight& entry : state.in_flight) {
      const Planned& what = path.planned(entry);
      if (path.same_warp(thread, entry) && what.reads && what.writes) return true;
    }
    return false;
  }

  // complete_load, complete_store, complete_atomic — 3.3: the buffer holds the stores whose turn
  // has not come.
  //   path = … · access · …      nothing of its location before it
  //                              a buffered store: nothing of its warp before it
  //   --------------------------------------------------------------------------
  //   access acts on memory and leaves the path
  bool may_complete(const State& state, std::size_t entry) const {
    return path.is_next(state, entry) && !is_held(state, entry);
  }
  bool is_held(const State& state, std::size_t entry) const {
    const Planned& what = path.planned(state.in_flight[entry]);
    return buffered && !what.reads && path.is_behind_own_warp(state, entry);
  }

  // forward — 3.3.
  //   path = … · st a, v by t · … · ld r, a by t · …   between them nothing of a
  //   --------------------------------------------------------------------------
  //   r[t] := v;  the load leaves the path
  bool may_forward(const State& state, std::size_t entry) const {
    return buffered && path.own_store(state, entry) != nullptr;
  }

  // fence — 3.3, and table 1: fences drain, whatever their order and scope.
  //   next[t] = fence      loads(warp) = stores(warp) = 0
  //   ---------------------------------------------------
  //   next[t] advances
  // proxy_fence — nothing.
  bool may_pass(const State& state, ThreadId thread, const Planned& next) const {
    return next.kind == Kind::proxy_fence || path.counters(state, thread).zero();
  }
  void pass(State&, ThreadId, const Planned&) const {}

  // barrier_sync, barrier_arrive — what is before a barrier comes before what is after it.
  //   next[t] = bar      loads(warp) = stores(warp) = 0
  //   -------------------------------------------------
  //   t arrives;  next[t] advances
  bool may_arrive(const State& state, ThreadId thread) const {
    return path.counters(state, thread).zero();
  }
};

}  // namespace opexplore::tso
