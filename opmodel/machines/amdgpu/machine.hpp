// `amdgpu`: LLVM IR on AMD's GPUs as a machine. Threads run in program order and put their accesses
// into an execution graph, as those of `cxx` do; what a read gets is said by what has been made
// available and visible, and is `undef` where it races.
//
// Why it is exact, and what of `cxx` it takes: README.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/amdgpu.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/machines/amdgpu/location_order.hpp"
#include "opmodel/machines/amdgpu/rules.hpp"
#include "opmodel/machines/cxx/choice.hpp"
#include "opmodel/machines/cxx/context.hpp"
#include "opmodel/machines/cxx/graph.hpp"

namespace opexplore::amdgpu {

class Machine {
 public:
  using State = cxx::State;

  static constexpr std::string_view name = "amdgpu";
  static constexpr std::string_view version = amdgpu_reading;
  static constexpr std::string_view source =
      "LLVM, AMDGPUMemoryModel and AMDGPUExecutionSynchronization (amdgpu reading: llvm-2026-08)";
  static constexpr Language language = Language::amdgpu;
  /// A read that was postponed in vain, or got `undef` and no reason for it has come (HasDeadEnds).
  static constexpr bool has_dead_ends = true;
  bool may_be_dead_end(const State& state) const;
  /// What leaves a program without a meaning is a jump on `undef`, not a race.
  static constexpr bool finds_undefined = true;
  static constexpr std::span<const Setting> settings{};
  static constexpr auto rules = rule_list.rules;

  static std::string_view axioms(const MachineOptions&) { return "amdgpu"; }
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    std::vector<std::pair<Step, State>> found;
    const bool pruned = steps(state, found);
    for (auto& [step, next] : found) sink(step, std::move(next));
    return pruned;
  }

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;

  /// A thread has jumped on `undef`, in an execution that has come to its end.
  bool has_raced(const State& state) const;
  /// Precondition: has_raced().
  std::string race(const State& state) const;

 private:
  using Found = std::vector<std::pair<Step, State>>;

  // Whether some of the state's successors were given up: the model forbids them, or they are an
  // iteration of a loop that changed nothing.
  bool steps(const State& state, Found& found) const;
  bool complete(const State& state) const;

  const Test& test_;
  bool prune_spins_;
  bool ample_;
  cxx::Context context_;
  EffectsTable effects_;
  cxx::Choice choice_;
};

static_assert(opexplore::Machine<Machine>);
static_assert(FindsUndefined<Machine>);

}  // namespace opexplore::amdgpu
