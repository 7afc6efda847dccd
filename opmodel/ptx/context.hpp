// Everything about one run of a PTX machine that does not change while it runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/components.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/parts/hoist.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/spins.hpp"
#include "opmodel/parts/symmetry.hpp"
#include "opmodel/ptx/commuting.hpp"
#include "opmodel/ptx/fence_clusters.hpp"
#include "opmodel/ptx/fence_slots.hpp"
#include "opmodel/ptx/future.hpp"
#include "opmodel/ptx/goal_facts.hpp"
#include "opmodel/ptx/late_needs.hpp"
#include "opmodel/ptx/lateness_now.hpp"
#include "opmodel/ptx/ordered_addresses.hpp"
#include "opmodel/ptx/race_plan.hpp"
#include "opmodel/ptx/semantics.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore::ptx_model {

/// Most stages of knowledge that the machines can keep apart.
inline constexpr unsigned max_stages = 32;

/// Immutable, but for what lateness_now remembers; its parts refer to each other, so it does not
/// move.
struct Context {
  Context(const Test& given, const Reading& reading, MachineOptions switches);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  MachineOptions options;
  Hoisted hoisted;  ///< as given, or with stores moved up (MachineOptions::hoist_stores)
  Test test;        ///< what is run
  std::vector<InstructionId> ends;  ///< per thread, the pc behind its last instruction
  /// Whether states remember the races that there have been: a filter says only at the end which
  /// executions count.
  bool keeps_races = false;
  Semantics semantics;
  OrderedAddresses ordered_addresses;  ///< those at which SC-per-Location is checked
  Liveness liveness;
  LocalSteps local;
  Spins spins;
  BarrierPlan barriers;
  BarrierOrder barrier_order;
  Components components;
  FenceClusters fence_clusters;  ///< none where the order of fences is left open
  FenceSlots fence_slots;        ///< none where it is not
  RacePlan races;                ///< with MachineOptions::races
  InstructionMarks skipped;      ///< loads that are no steps (MachineOptions::skip_dead_loads)
  Symmetry symmetry;             ///< of no thread without MachineOptions::symmetry
  std::vector<std::vector<Future>> futures;
  InstructionMarks commuting;  ///< atomics that may come in any order (commuting.hpp)
  std::vector<std::vector<std::vector<InstructionId>>> writes_ahead;    ///< per thread and pc
  std::vector<std::vector<std::vector<InstructionId>>> accesses_ahead;  ///< per thread and pc
  std::vector<PlaceSet> addresses_of;  ///< per location: addresses of accesses (Access::address)
  std::vector<std::vector<Repeated>> repeated;  ///< per thread and pc
  std::vector<std::vector<bool>> steps_back;    ///< per thread and pc (flow.hpp)
  bool fuses_independent = false;  ///< MachineOptions::fuse_independent, where nothing forbids it
  /// Locations of which all threads see each write at once (MachineOptions::bring_writes).
  std::vector<LocationId> brought;
  bool awaits_writes = false;  ///< MachineOptions::await_writes, where nothing forbids it
  bool has_quorum = false;     ///< some barrier names the number of threads that it waits for
  Goal goal;
  LatenessNow lateness_now;
  /// Whether the out-of-order form folds what was issued into states of the in-order form, and puts
  /// loads off only where a cycle is in sight (out_of_order/fold.hpp): part of
  /// MachineOptions::erase_writes.
  bool folds = false;
  LateNeeds late_needs;                        ///< if it folds
  std::optional<GoalFacts> goal_facts;         ///< with MachineOptions::goal
  std::vector<LocationId> observed_locations;  ///< those the test asks about, increasing

  const Thread& thread(ThreadId id) const { return test.program.threads[id]; }
  /// The instruction that stands at `pc`, by its number in the program as it was given.
  InstructionId original(ThreadId id, InstructionId pc) const { return hoisted.original[id][pc]; }
  bool finished(ThreadId id, InstructionId pc) const { return pc == ends[id]; }
  bool skips(ThreadId id, InstructionId pc) const {
    return !finished(id, pc) && skipped[id][pc] != 0;
  }
  bool commutes(ThreadId id, InstructionId pc) const {
    return !finished(id, pc) && commuting[id][pc] != 0;
  }
  const Action& action(ThreadId id, InstructionId pc) const {
    return thread(id).instructions[pc].action;
  }
};

// WART: dat3m-barriers. In some programs the models disagree.
/// An arrival at a barrier under this reading. Dartagnan counts barriers by
/// instance, and its `arrive` waits.
Arrival arrival_at(const Reading& reading, const Barrier& barrier,
                   std::span<const Value> registers);

/// The pairs that race wherever this one does, itself among them: threads may change places.
void for_each_alike(const Context& context, const RacingPair& pair, DataRaceSink sink);

/// Why no PTX machine under this reading runs the test with these options, naming the instruction.
std::optional<Refusal> refusal(const Test& test, const Reading& reading,
                               const MachineOptions& options, std::string_view machine);

}  // namespace opexplore::ptx_model
