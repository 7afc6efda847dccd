// The general form of the PTX machines as the explorer sees it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/ptx/out_of_order/late_form.hpp"
#include "opmodel/ptx/paths.hpp"

namespace opexplore::ptx_model {

/// Loads and SC fences may take effect late. See out_of_order/form.hpp and late_form.hpp.
class OutOfOrderMachine : public GradedPaths, public MemorySteps {
 public:
  using State = LateState;
  /// A load that was postponed in vain (HasDeadEnds).
  static constexpr bool has_dead_ends = true;

  explicit OutOfOrderMachine(std::shared_ptr<const Context> context)
      : rules(rules_told(context->semantics.reading().proxies)),
        context_(std::move(context)),
        form_(*context_) {}
  OutOfOrderMachine(const Test& test, const Reading& reading, const MachineOptions& options)
      : OutOfOrderMachine(std::make_shared<const Context>(test, reading, in_its_form(options))) {}
  /// opexplore::like.
  OutOfOrderMachine like(const Test& test, const MachineOptions& options) const {
    return {test, context_->semantics.reading(), options};
  }

  std::span<const Rule> rules;

  /// Fences have places in their order out of order.
  static MachineOptions in_its_form(MachineOptions options) {
    options.lazy_fences = false;
    return options;
  }

  State initial() const { return form_.initial(); }
  bool for_each_step(const State& state, FunctionRef<void(Step, State&&)> sink) const {
    return form_.for_each_step(state, sink);
  }
  bool is_final(const State& state) const { return form_.final(state); }
  Outcome outcome(const State& state) const { return form_.outcome(state); }
  /// StandsForOutcomes: where states are folded, threads have changed places in them.
  std::vector<Outcome> outcomes(const State& state, std::size_t most) const {
    return alike(context_->folds ? context_->symmetry : Symmetry(), outcome(state), most);
  }
  void encode(const State& state, std::string& bytes) const { form_.encode(state, bytes); }
  void decode(std::string_view bytes, State& state) const { form_.decode(bytes, state); }
  /// For a search that wants a verdict (HasGoal): any, without MachineOptions::goal. Late values
  /// count where nothing is put off (in_order/look_ahead.hpp); elsewhere the state before says it.
  PossibleValues possible_values(const State& state, std::size_t observable) const {
    return form_.possible_values(state, observable);
  }
  std::string_view exceeded(const State& state) const { return form_.exceeded(state); }
  /// TellsDeadEnds.
  bool may_be_dead_end(const State& state) const { return form_.may_be_dead_end(state); }
  /// HasProgress. What is issued late is the thread's affair: it has not ended before.
  Standing standing(const State& state) const { return form_.standing(state); }
  /// HasPlaces: where instructions are issued.
  std::vector<InstructionId> places(const State& state) const { return form_.places(state); }
  /// OwesFairness.
  Duties duties(const State& state) const { return form_.duties(state); }
  StepDuties step_duties(const State& state, Step step, const State&) const {
    return form_.step_duties(state, step);
  }
  /// HasWindow.
  std::string_view cut(const State& state) const { return form_.cut(state); }

  /// FlagsDataRaces.
  void for_each_data_race(const State& state, DataRaceSink sink) const {
    form_.for_each_data_race(state, sink);
  }
  void for_each_alike(const RacingPair& pair, DataRaceSink sink) const {
    ptx_model::for_each_alike(*context_, pair, sink);
  }

  std::vector<Component> describe(const State& state) const { return form_.describe(state); }
  StepText describe(const State& state, Step step) const { return form_.describe(state, step); }
  Phrase stuck_reason(const State& state) const { return form_.stuck_reason(state); }
  Coherence coherence(const State& state) const { return form_.coherence(state); }

 private:
  std::shared_ptr<const Context> context_;
  LateForm form_;
};

}  // namespace opexplore::ptx_model
