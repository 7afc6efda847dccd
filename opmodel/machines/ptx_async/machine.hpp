// `ptx-async`: PTX with what its versions 8 and 9 have: asynchronous operations, mbarriers,
// tensormaps, clusters, dependent grids, tensor memory. Threads and operations put their accesses
// into an execution; what breaks an axiom is given up at once. A program that has none of this is
// run as `ptx-proxy` runs it.
//
// The rules with their sources, what the ISA leaves open, and why the steps are enough: README.md.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/asynchronous_use.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/machines/ptx_async/context.hpp"
#include "opmodel/machines/ptx_async/rules.hpp"
#include "opmodel/machines/ptx_async/steps.hpp"
#include "opmodel/machines/ptx_proxy/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore::ptx_async {

class Machine {
 public:
  using State = ptx_async::State;

  static constexpr std::string_view name = "ptx-async";
  static constexpr std::string_view version = "1";
  static constexpr std::string_view source =
      "PTX ISA 9.4, chapter 8 and 9.7.9 to 9.7.17, with the readings that its text leaves open";
  static constexpr bool runs_asynchronous = true;
  static constexpr auto settings = ptx_async::settings;
  /// Those of `ptx-proxy` first, which takes the steps of programs with nothing asynchronous.
  static constexpr std::size_t first_rule = ptx_proxy::Machine::rules.size();
  static constexpr auto rules = [] {
    std::array<Rule, first_rule + rule_list.size()> all{};
    std::ranges::copy(ptx_proxy::Machine::rules, all.begin());
    std::ranges::copy(rule_list.rules, all.begin() + first_rule);
    return all;
  }();
  /// A read that was postponed in vain; or nothing comes next that the axioms allow.
  static constexpr bool has_dead_ends = true;
  bool may_be_dead_end(const State& state) const;

  /// HasAxioms. None where single switches are turned.
  static std::string_view axioms(const MachineOptions& options);

  static std::optional<Refusal> refusal(const Test& test, const MachineOptions& options);

  /// Keeps a reference to the test.
  Machine(const Test& test, const MachineOptions& options);

  State initial() const;

  template <class Sink>
  bool for_each_step(const State& state, Sink&& sink) const {
    Found found;
    const bool pruned = find_steps(context_, state, found);
    for (auto& [step, next] : found) {
      step.rule = static_cast<std::uint8_t>(step.rule + first_rule);
      sink(step, std::move(next));
    }
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
  Coherence coherence(const State& state) const;

  /// \name Undefined behaviour: the search goes on behind none. Where the test asks for it, it is
  /// an outcome like others.
  /// @{
  static constexpr bool finds_undefined = true;
  bool may_race(const State&) const { return true; }
  bool has_raced(const State& state) const { return state.undefined && !asks_undefined_; }
  std::string race(const State& state) const;
  /// @}

  /// FlagsDataRaces: those of races.hpp, and barriers that threads come to apart.
  /// @{
  void for_each_data_race(const State& state, DataRaceSink sink) const;
  void for_each_alike(const RacingPair& pair, DataRaceSink sink) const { sink(pair); }
  /// @}

  /// \name Infinite runs (opmodel/progress.hpp). What runs on by itself is memory's, and owed; so
  /// are what was put off, the last writes to who reads again and again, and that a wait finds a
  /// phase complete that is.
  /// @{
  opexplore::Standing standing(const State& state) const;
  bool is_memory_step(Step step) const;
  Duties duties(const State& state) const;
  StepDuties step_duties(const State& before, Step step, const State& after) const;
  /// @}

  /// HasGradedForm: that of `ptx-proxy`. All paths of this machine are traces.
  static bool is_graded(const Test& test, const MachineOptions& options) {
    return asynchronous_found(test.program) || ptx_proxy::Machine::is_graded(test, options);
  }
  static MachineOptions graded(MachineOptions options) {
    return ptx_proxy::Machine::graded(std::move(options));
  }

  /// Calls run(machine) with this machine, or with the form of `ptx-proxy` that suits the program.
  template <class Run>
  static auto dispatch(const Test& test, const MachineOptions& options, Run&& run) {
    if (asynchronous_found(test.program)) return run(Machine(test, options));
    return ptx_proxy::Machine::dispatch(test, options, run);
  }

 private:
  Context context_;
  bool asks_undefined_;
  bool asks_deadlock_;
};

static_assert(opexplore::Machine<Machine> && HasRaces<Machine> && HasCoherence<Machine>);
static_assert(FlagsDataRaces<Machine>);
static_assert(HasProgress<Machine> && HasMemorySteps<Machine> && OwesFairness<Machine>);

}  // namespace opexplore::ptx_async
