// Which threads of a state to run: a set that no step of another thread, now or later, can affect.
//
// An access acts on memory at once, so a thread has to be run together with all that may still
// access the location of its next instruction, if one of the two writes; and with those that a
// barrier may have it wait for. opmodel/parts/closure.hpp says why that is enough; README.md has
// what becomes of it in a search for a verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/machines/sc/rules.hpp"
#include "opmodel/parts/closure.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/parts/memory_ahead.hpp"
#include "opmodel/parts/values_ahead.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::sc {

/// What the search must not lose.
enum class Purpose : std::uint8_t {
  outcomes,  ///< states without successors
  races      ///< also what another machine makes of accesses on the way there
};

class Choice {
 public:
  /// Keeps references to the test and the context.
  Choice(const Test& test, const Context& context, const MachineOptions& options, Purpose purpose);

  /// The threads to expand, of those that are able.
  ThreadMask of(const State& state, ThreadMask able) const;

  /// What an observable may still be at the end; anything unless options.goal asks for it.
  PossibleValues possible_values(const State& state, std::size_t index) const;

 private:
  static ThreadMask all_threads(const State& state);
  ThreadMask conflicts(const State& state, ThreadId thread) const;
  ThreadMask barrier_partners(const State& state, ThreadId thread) const;
  ThreadMask arrival_conflicts(const State& state, ThreadId thread) const;
  ThreadMask access_conflicts(const State& state, ThreadId thread) const;

  bool cannot_matter(const State& state, ThreadId thread, ThreadId other) const;
  bool is_open_with(const State& state, ThreadId thread, InstructionId load, Value value) const;
  bool load_ignores(const State& state, ThreadId thread, ThreadId writer) const;
  bool store_comes_before(const State& state, ThreadId thread, ThreadId reader) const;

  PossibleValues may_hold(const State& state, LocationId location) const;
  PossibleValues register_values(const State& state, RegisterTerm term) const;
  LocationId location_of(ThreadId thread, InstructionId pc) const;

  const Test& test_;
  const Context& context_;
  MemoryAhead memory_;
  std::vector<std::vector<bool>> steps_back_;  // per thread and pc; of Purpose::races alone
  Goal goal_;
  std::optional<ValuesAhead> values_;  // in a search for a verdict
};

}  // namespace opexplore::sc
