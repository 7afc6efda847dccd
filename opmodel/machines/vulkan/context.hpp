// What the rules know of the program and of how the machine is run, and what they ask states.
#pragma once

#include <span>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/machines/vulkan/late.hpp"
#include "opmodel/machines/vulkan/plan.hpp"
#include "opmodel/machines/vulkan/state.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/symmetry.hpp"
#include "opmodel/setting.hpp"

namespace opexplore::vulkan {

/// How availability and visibility operations follow each other.
enum class Chains : std::uint8_t {
  model,  ///< each is on what the one before it was on (Khronos alloy/spirv.als, Dat3M vulkan.cat)
  spec,   ///< each is on the write, or the read, whatever the one before it was on: fences, too
  none    ///< a device without vulkanMemoryModelAvailabilityVisibilityChains
};

/// Whose formal model is followed where the two differ.
enum class Reading : std::uint8_t {
  dat3m,   ///< vulkan.cat: all barriers are of a workgroup
  khronos  ///< alloy/spirv.als: barriers reach as far as their scope does; its from-reads
};

struct Context {
  const Program& program;
  Plan plan;
  /// Racy accesses get all their values, and what breaks an axiom is given up. Otherwise an
  /// execution is followed to its first race alone, which comes to the same if there can be none.
  bool exact;
  LateReads late;
  Liveness liveness;
  LocalSteps local;
  Symmetry symmetry;  ///< of no thread if states are not to be arranged
  Chains chains;
  Reading reading;
  std::vector<std::size_t> first_register;  ///< of each thread in State::registers
  std::vector<bool> observed;               ///< per location: its final value is asked for

  /// Locations of which all threads see each write at once (MachineOptions::bring_writes).
  std::vector<LocationId> brought;

  Context(const Test& test, Chains chains, Reading reading, bool exact,
          const MachineOptions& options);
  Context(const Context&) = delete;  // parts refer to each other
  Context& operator=(const Context&) = delete;

  std::span<Value> registers(State& state, ThreadId thread) const {
    return std::span(state.registers)
        .subspan(first_register[thread], program.threads[thread].registers.size());
  }
  std::span<const Value> registers(const State& state, ThreadId thread) const {
    return std::span(state.registers)
        .subspan(first_register[thread], program.threads[thread].registers.size());
  }

  /// The instruction that the thread executes next, or nullptr at the end.
  const Instruction* next(const State& state, ThreadId thread) const {
    const auto& instructions = program.threads[thread].instructions;
    const InstructionId at = state.next[thread];
    return at < instructions.size() ? &instructions[at] : nullptr;
  }
  template <class Kind>
  const Kind& next(const State& state, ThreadId thread) const {
    return std::get<Kind>(next(state, thread)->action);
  }

  const Operation& of(const State& state, EventId event) const {
    return plan[state.events[event].operation];
  }

  std::size_t row(ThreadId thread, std::size_t mask) const {
    return thread * plan.masks().size() + mask;
  }
  std::size_t pending_row(ThreadId thread, StorageClass storage_class) const {
    return std::size_t{thread} * storage_classes + storage_class;
  }

  /// Whether a chain may go from one availability operation to the next, or visibility operation,
  /// as far as that is not a matter of scopes and of what happens before.
  bool follows(OperationId first, OperationId second) const {
    return chains == Chains::spec || (chains == Chains::model && plan.includes(first, second));
  }

  /// What confines the barrier; nothing where all are of a workgroup.
  std::optional<VulkanScope> reach_of(const Barrier& barrier) const {
    if (reading == Reading::dat3m) return std::nullopt;
    return barrier.vulkan->scope;
  }

  /// Who waits at a barrier.
  bool waits(const State& state, ThreadId thread) const;
  /// Whether it has executed all its instructions, and its loads have read.
  bool has_ended(const State& state, ThreadId thread) const {
    return next(state, thread) == nullptr && !waits(state, thread) &&
           !waited_for(*this, state, thread);
  }
};

/// The messages of one location, as indices into State::messages.
struct Places {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};
Places places_of(const State& state, LocationId location);

/// The place of the write among the messages of its location, if it is still there.
std::optional<std::size_t> place_of(const State& state, Places places, EventId write);

}  // namespace opexplore::vulkan
