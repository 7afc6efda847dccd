// Which steps of a state to take: those of a set of agents that no other step, now or later, can
// affect. An agent is a thread, which issues, passes fences and arrives at barriers, or an access
// in flight, which completes or is forwarded.
//
// That accesses are agents of their own is what a path to memory adds to opmodel/parts/closure.hpp:
// a store that drains conflicts with those that access its location through another path, and not
// with what its thread does next. README.md of the machines has the relation in words.
#pragma once

#include <optional>

#include "opmodel/parts/closure.hpp"
#include "opmodel/parts/memory_ahead.hpp"
#include "opmodel/pipeline/open_values.hpp"
#include "opmodel/pipeline/path.hpp"

namespace opexplore::pipeline {

/// Threads have their own number, the accesses in flight follow.
using Agent = ThreadId;

class Choice {
 public:
  /// Keeps references to the test and the path.
  Choice(const Test& test, const Path& path, const MachineOptions& options);

  /// Whether the state has few enough agents to choose among them.
  bool can_choose(const PathState& state) const {
    return state.core.threads.size() + state.in_flight.size() <= max_mask_threads;
  }
  Agent agent_of_entry(const PathState& state, std::size_t entry) const {
    return static_cast<Agent>(state.core.threads.size() + entry);
  }
  /// The agents to expand, of those that have an enabled step. Precondition: can_choose().
  ThreadMask of(const PathState& state, ThreadMask able) const;

  /// What an observable may still be at the end; anything unless options.goal asks for it.
  PossibleValues possible_values(const PathState& state, std::size_t index) const;

 private:
  ThreadMask thread_conflicts(const PathState& state, ThreadId thread, bool able) const;
  ThreadMask entry_conflicts(const PathState& state, std::size_t entry, bool able) const;
  ThreadMask entries_of_warp(const PathState& state, ThreadId thread) const;
  ThreadMask warp_mates(const PathState& state, ThreadId thread) const;
  ThreadMask barrier_partners(const PathState& state, ThreadId thread) const;
  ThreadMask path_mates(const PathState& state, ThreadId thread) const;
  ThreadMask before_on_path(const PathState& state, std::size_t entry, bool able) const;

  bool writer_cannot_matter(const PathState& state, std::size_t load,
                            const PossibleValues& written) const;
  bool reader_comes_later(const PathState& state, std::size_t store, ThreadId reader) const;
  bool entry_comes_later(const PathState& state, std::size_t store, std::size_t reader) const;
  bool is_open_with(const PathState& state, ThreadId thread, RegisterId reg, Value value) const;

  Accesses accesses_of(const InFlight& entry) const {
    return memory_.at(entry.access.thread, entry.access.instruction);
  }
  bool is_last_in_register(const PathState& state, const InFlight& load) const;
  const ValuesAhead& ahead() const { return values_->ahead(); }

  const Path& path_;
  BarrierPlan barriers_;
  Liveness liveness_;
  MemoryAhead memory_;
  MemoryAhead issued_;  // with loads that nobody looks at: they have their place on a path
  Goal goal_;
  std::optional<OpenValues> values_;  // in a search for a verdict
};

}  // namespace opexplore::pipeline
