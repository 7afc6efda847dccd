// The rules of naive SC (Singh, Aga, Narayanasamy, MICRO 2015, section 3.4): what an access waits
// for at issue. How accesses travel is in opmodel/pipeline/path.hpp.
//
// Why this is sequentially consistent although a global access does not wait for shared ones: put
// every access to global memory at its completion and every one to shared memory at its issue.
// That is program order, for an access is issued after what it waited for has completed, and after
// all before it were issued. Global memory changes at completions. Shared memory is seen within its
// SM alone, where the path keeps the accesses to a location in the order of their issue; so each
// reads what it would have read at its issue.
#pragma once

#include <array>

#include "opmodel/pipeline/path_machine.hpp"

namespace opexplore::sc_naive {

using pipeline::Path;
using pipeline::Planned;
using State = pipeline::PathState;

struct Rules {
  static constexpr std::string_view name = "sc-naive";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Singh, Aga, Narayanasamy, MICRO 2015, section 3.4: naive SC";
  /// The rules in the order of their numbers; Self: these Rules, or some that change a premise.
  template <class Self>
  static constexpr RuleList rule_list{
      rule<pipeline::may_issue<Self>, pipeline::issue<Self>>(
          "issue", "Singh 2015 3.4",
          "the next access of a warp that has nothing in flight enters its path to memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_load<Self>, pipeline::EntryArgument>(
          "complete_load", "Singh 2015 3.1", "a load takes the value in memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_store<Self>, pipeline::EntryArgument>(
          "complete_store", "Singh 2015 3.1", "a store writes memory"),
      rule<pipeline::may_complete<Self>, pipeline::complete_atomic<Self>, pipeline::EntryArgument>(
          "complete_atomic", "Singh 2015 2.2", "reads and writes memory in one step"),
      rule<pipeline::may_pass<Self>, pipeline::fence<Self>>(
          "fence", "Singh 2015 3.4", "does nothing: accesses are in order anyway"),
      rule<pipeline::may_pass<Self>, pipeline::proxy_fence<Self>>(
          "proxy_fence", "Singh 2015 3.2", "does nothing: all proxies and aliases are one path"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_sync<Self>>(
          "barrier_sync", "PTX ISA 9.7.13.1",
          "arrives at a CTA barrier once nothing of the warp is in flight, and waits"),
      rule<pipeline::may_arrive<Self>, pipeline::barrier_arrive<Self>>(
          "barrier_arrive", "PTX ISA 9.7.13.1", "arrives in the same way and goes on"),
      rule<pipeline::local<Self>>("local", "Singh 2015 2.1", "register arithmetic or a branch"),
  };
  static constexpr std::array<Setting, 2> settings{pipeline::path_setting, pipeline::sms_setting};

  static std::string_view axioms(const MachineOptions&) { return "sc"; }
  static Synchronisation synchronisation(const MachineOptions&) {
    return {.kind = Synchronisation::Kind::interleaving};
  }

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions&) {
    return pipeline::refusal(test, name);
  }

  Path path;

  Rules(const Test& test, const MachineOptions& options)
      : path(test, options, pipeline::path_form(options)) {}

  // issue — 3.4: the two counters of a warp keep its accesses in program order, those to shared
  // memory behind the global ones before them.
  //   next[t] = ld | st | atom, registers there      loads(warp) = stores(warp) = 0
  //   -----------------------------------------------------------------------------
  //   path := … · access;  next[t] advances
  bool may_issue(const State& state, ThreadId thread, const Planned&) const {
    return path.counters(state, thread).zero();
  }

  // complete_load, complete_store, complete_atomic — 3.1, 3.2.
  //   path = … · access · …      nothing of its location before it
  //   ----------------------------------------------------------------
  //   access acts on memory and leaves the path
  bool may_complete(const State& state, std::size_t entry) const {
    return path.is_next(state, entry);
  }
  bool may_forward(const State&, std::size_t) const { return false; }
  bool is_held(const State&, std::size_t) const { return false; }

  // fence, proxy_fence — 3.4: nothing is left to order.
  bool may_pass(const State&, ThreadId, const Planned&) const { return true; }
  void pass(State&, ThreadId, const Planned&) const {}

  // barrier_sync, barrier_arrive — what is before a barrier comes before what is after it.
  //   next[t] = bar      loads(warp) = stores(warp) = 0
  //   -------------------------------------------------
  //   t arrives;  next[t] advances
  bool may_arrive(const State& state, ThreadId thread) const {
    return path.counters(state, thread).zero();
  }
};

}  // namespace opexplore::sc_naive
