// The rules of relaxed memory ordering (Singh, Aga, Narayanasamy, MICRO 2015, section 3.2 and
// table 1): what an access or a fence waits for at issue. How accesses travel is in
// opmodel/pipeline/path.hpp.
//
// Synchronisation at cta scope waits for nothing: the threads of an SM share one path to memory, so
// none can see that another's accesses were reordered (3.2). At gpu and sys scope it is issued when
// the counters that its order names are zero (3.2).
#pragma once

#include <array>

#include "opmodel/pipeline/path_machine.hpp"

namespace opexplore::rmo {

using pipeline::Counters;
using pipeline::Kind;
using pipeline::Path;
using pipeline::Planned;
using State = pipeline::PathState;

/// The two halves of table 1.
enum class Table : std::uint8_t { opencl, cuda };

struct Rules {
  static constexpr std::string_view name = "rmo";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Singh, Aga, Narayanasamy, MICRO 2015, section 3.2 and table 1: relaxed memory ordering";
  /// The rules in the order of their numbers; Self: these Rules, or some that change a premise.
  template <class Self>
  static constexpr RuleList rule_list{
      rule<pipeline::may_issue<Self>, pipeline::issue<Self>>(
          "issue", "Singh 2015 3.2, table 1",
          "the next access enters its path to memory, once what its order asks for is not pending"),
      rule<pipeline::may_complete<Self>, pipeline::complete_load<Self>, pipeline::EntryArgument>(
          "complete_load", "Singh 2015 3.1", "a load takes the value in memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_store<Self>, pipeline::EntryArgument>(
          "complete_store", "Singh 2015 3.1", "a store writes memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_atomic<Self>, pipeline::EntryArgument>(
          "complete_atomic", "Singh 2015 2.2", "reads and writes memory in one step"),
      rule<pipeline::may_pass<Self>, pipeline::fence<Self>>(
          "fence", "Singh 2015 3.2, table 1",
          "is passed once what it orders is not pending; with table=cuda at once"),
      rule<pipeline::may_pass<Self>, pipeline::proxy_fence<Self>>(
          "proxy_fence", "Singh 2015 3.2", "does nothing: all proxies and aliases are one path"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_sync<Self>>(
          "barrier_sync", "Singh 2015 3.2", "arrives at a CTA barrier and waits for the others"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_arrive<Self>>(
          "barrier_arrive", "Singh 2015 3.2", "arrives at a CTA barrier without waiting"),
      rule<pipeline::local<Self>>("local", "Singh 2015 2.1", "register arithmetic or a branch"),
      rule<pipeline::may_forward<Self>, pipeline::forward<Self>, pipeline::EntryArgument>(
          "forward", "Singh 2015 2.1", "a load takes the value of its thread's own pending store"),
  };
  static constexpr std::array<std::string_view, 2> tables{"opencl", "cuda"};
  static constexpr Setting table_setting{"table", tables,
                                         "which half of table 1 says what synchronisation orders"};
  static constexpr std::array<Setting, 3> settings{table_setting, pipeline::path_setting,
                                                   pipeline::sms_setting};

  static Table table_of(const MachineOptions& options) {
    return value_of(table_setting, options) == "cuda" ? Table::cuda : Table::opencl;
  }
  /// CUDA has no acquire and release accesses.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  Path path;
  Table table;

  Rules(const Test& test, const MachineOptions& options)
      : path(test, options, form_of(options)), table(table_of(options)) {}

  static pipeline::PathForm form_of(const MachineOptions& options) {
    pipeline::PathForm form = pipeline::path_form(options);
    form.marks_fences = table_of(options) == Table::cuda;
    return form;
  }

  static bool is_wide(const Planned& what) {
    return what.order != Order::weak && what.scope != Scope::cta;
  }
  static bool is_acquire(const Planned& access) {
    return is_wide(access) && acquires(access.order);
  }
  static bool is_release(const Planned& access) {
    return is_wide(access) && releases(access.order);
  }

  // S → R, S → W of an acquire access, table 1a: nothing of its warp is issued while it is pending.
  bool behind_acquire(const State& state, ThreadId thread) const {
    for (const pipeline::InFlight& entry : state.in_flight) {
      if (path.same_warp(thread, entry) && is_acquire(path.planned(entry))) return true;
    }
    return false;
  }

  // R → S, W → S of a release access, table 1a.
  bool release_waits(const State& state, ThreadId thread, const Planned& next) const {
    return is_release(next) && !path.counters(state, thread).zero();
  }

  // R → R, W → W of a fence between the two, table 1b: what is before the fence has its mark. An
  // atomic is a read and a write.
  bool fence_orders(const State& state, ThreadId thread, const Planned& next) const {
    const Counters before = path.fenced(state, thread);
    return (next.reads && before.loads != 0) || (next.writes && before.stores != 0);
  }

  // issue — 3.2, table 1.
  //   next[t] = access, registers there      it need not wait for what the warp has in flight
  //   ---------------------------------------------------------------------------------------
  //   path := … · access;  next[t] advances
  bool may_issue(const State& state, ThreadId thread, const Planned& next) const {
    if (table == Table::cuda) return !fence_orders(state, thread, next);
    return !behind_acquire(state, thread) && !release_waits(state, thread, next);
  }

  // complete_load, complete_store, complete_atomic — 3.1, 3.2.
  //   path = … · access · …      nothing of its location before it
  //   ----------------------------------------------------------------
  //   access acts on memory and leaves the path
  bool may_complete(const State& state, std::size_t entry) const {
    return path.is_next(state, entry);
  }

  // forward — 2.1: accesses are in flight together, and a thread sees its own stores.
  //   path = … · st a, v by t · … · ld r, a by t · …   between them nothing of a
  //   --------------------------------------------------------------------------
  //   r[t] := v;  the load leaves the path
  bool may_forward(const State& state, std::size_t entry) const {
    return path.own_store(state, entry) != nullptr;
  }
  bool is_held(const State&, std::size_t) const { return false; }

  // What a fence waits for, table 1a. An acquire fence waits for the loads: the row of the table,
  // S → R and S → W, would order nothing before it, and no load could be acquired by it.
  bool fence_waits(const State& state, ThreadId thread, const Planned& fence) const {
    if (!is_wide(fence)) return false;
    const Counters pending = path.counters(state, thread);
    return fence.order == Order::acquire ? pending.loads != 0 : !pending.zero();
  }

  // fence — 3.2, table 1.
  //   next[t] = fence      opencl: the counters that its order names are 0
  //   ----------------------------------------------------------------------
  //   next[t] advances;  cuda: what the warp has in flight is marked as before a fence
  // proxy_fence — nothing.
  bool may_pass(const State& state, ThreadId thread, const Planned& next) const {
    if (table == Table::cuda) return true;
    if (behind_acquire(state, thread)) return false;
    return next.kind == Kind::proxy_fence || !fence_waits(state, thread, next);
  }
  void pass(State& state, ThreadId thread, const Planned& next) const {
    if (table == Table::cuda && next.kind == Kind::fence && is_wide(next)) {
      path.mark(state, thread);
    }
  }

  // barrier_sync, barrier_arrive — 3.2: block scope needs nothing but the path that the
  // block shares. Without one, what is before the barrier has to have completed.
  bool may_arrive(const State& state, ThreadId thread) const {
    if (path.form().per_warp && !path.counters(state, thread).zero()) return false;
    return table == Table::cuda || !behind_acquire(state, thread);
  }
};

}  // namespace opexplore::rmo
