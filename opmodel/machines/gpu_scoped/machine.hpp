// `gpu-scoped`: Sorensen's machine with scoped loads and a level of memory per block, so that
// it allows everything that Sorensen 2014 observed on hardware, and nothing that a fence of
// the right scope forbids there.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/machines/gpu_scoped/choice.hpp"
#include "opmodel/progress.hpp"

namespace opexplore::gpu_scoped {

class Remaining;

class Machine {
 public:
  using State = gpu_scoped::State;

  static constexpr std::string_view name = "gpu-scoped";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "Sorensen, MSc thesis, Utah 2014: the machine of section 5.4, repaired as section 5.4.1 asks";
  static constexpr auto rules = rule_list.rules;

  static constexpr std::array<std::string_view, 3> chips{"kepler", "fermi", "maxwell"};
  static constexpr std::array<Setting, 1> settings{{
      {"chip", chips, "the chip: fermi serves ld.ca from an L1 cache that is not coherent"},
  }};

  /// Runs loads, stores, relaxed atomics, membar.* (fence.sc.*) and arithmetic of the threads
  /// of one GPU.
  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test. `weakening` is for tests of the rules.
  Machine(const Test& test, const MachineOptions& options, Weakening weakening = {});

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    Steps steps;
    const bool diverges = enabled(state, steps);
    for (const Step step : steps) {
      State next = state;
      apply(next, step);
      sink(step, std::move(next));
    }
    return diverges;
  }

  bool is_final(const State& state) const;
  Outcome outcome(const State& state) const;
  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;
  std::vector<Component> describe(const State& state) const;
  StepText describe(const State& state, Step step) const;
  Phrase stuck_reason(const State& state) const;
  std::string_view exceeded(const State& state) const;
  PossibleValues possible_values(const State& state, std::size_t index) const {
    return choice_->possible_values(state, index);
  }

  /// \name Infinite runs (opmodel/progress.hpp). Issue is a step of the thread; all that follows is
  /// memory's. It owes: that what is pending is performed, that what is flagged is published, that
  /// what is stale, and will be read, is refreshed, in an L1 cache too.
  /// @{
  Standing standing(const State& state) const;
  bool is_memory_step(Step step) const;
  Duties duties(const State& state) const;
  StepDuties step_duties(const State& before, Step step, const State& after) const;
  /// Says so where an instruction, which could be issued otherwise, waits for room.
  std::string_view cut(const State& state) const;
  /// @}

 private:
  using Steps = SmallVector<Step, 48>;

  bool enabled(const State& state, Steps& steps) const;
  void choose(const State& state, Steps& steps) const;
  void thread_steps(const State& state, ThreadId thread, Steps& steps) const;
  void view_steps(const State& state, ThreadId thread, const Remaining* remaining,
                  Steps& steps) const;
  void block_steps(const State& state, std::uint8_t number, const Remaining* remaining,
                   Steps& steps) const;
  void apply(State& state, Step step) const;
  void reduce(State& state) const;
  std::string describe_move(const State& state, Step step) const;
  void describe_load(const State& state, Step step, StepText& text) const;
  void describe_block(const State& state, std::uint8_t number, const Remaining& remaining,
                      std::vector<Component>& components) const;

  const Test& test_;
  std::shared_ptr<const Context> context_;
  std::shared_ptr<const Choice> choice_;
  bool ample_;
};

static_assert(opexplore::Machine<Machine> && HasGoal<Machine>);
static_assert(HasProgress<Machine> && HasMemorySteps<Machine> && OwesFairness<Machine>);
static_assert(HasWindow<Machine>);

}  // namespace opexplore::gpu_scoped
