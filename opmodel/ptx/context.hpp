// Everything about one run of a PTX machine that does not change while it runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/components.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/spins.hpp"
#include "opmodel/ptx/future.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Most stages of knowledge that the machines can keep apart.
inline constexpr int max_stages = 32;

/// So many are enough for most programs that use proxies. Views are compiled for one stage, for
/// these and for the most: they are copied so often that an unused stage costs time.
inline constexpr int few_stages = 8;

/// Immutable; its parts refer to each other, so it does not move.
struct Context {
  Context(const Test& given, const Reading& reading, MachineOptions switches);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Test test;
  MachineOptions options;
  Semantics semantics;
  Liveness liveness;
  LocalSteps local;
  Spins spins;
  BarrierPlan barriers;
  Components components;
  std::vector<std::vector<Future>> futures;
  std::vector<LocationId> observed_locations;  ///< those the test asks about, increasing

  const Thread& thread(ThreadId id) const { return test.program.threads[id]; }
  bool finished(ThreadId id, InstructionId pc) const {
    return pc == thread(id).instructions.size();
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

/// Why no PTX machine under this reading runs the test, naming the instruction.
std::optional<std::string> refusal(const Test& test, const Reading& reading,
                                   std::string_view machine);

}  // namespace opexplore::ptx_model
