// The forms of the PTX machines as the explorer sees them. `ptx` and `ptx_proxy` share them: they
// differ in who they are, and in how they read a program.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/in_order/choice.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/look_ahead.hpp"
#include "opmodel/ptx/in_order/text.hpp"
#include "opmodel/ptx/out_of_order/machine.hpp"
#include "opmodel/ptx/paths.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/sizes.hpp"

namespace opexplore::ptx_model {

/// How many threads may take the place of another one.
inline std::size_t moving_threads(const Test& test, Moves moves) {
  const Symmetry symmetry(test, moves);
  std::size_t count = 0;
  for (const Symmetry::Group& group : symmetry.groups()) {
    for (const Symmetry::Unit& unit : group) count += unit.size();
  }
  return count;
}

/// Whether a goal is looked for that values alone exclude.
inline bool is_refuted(const Context& context) {
  return context.goal_facts && context.goal_facts->refuted();
}

/// Loads run in order. See in_order/form.hpp.
template <class Size>
class InOrderMachine : public GradedPaths, public MemorySteps {
 public:
  using State = InOrderState<Size>;

  explicit InOrderMachine(std::shared_ptr<const Context> context)
      : rules(rules_told(context->semantics.reading().proxies)),
        context_(std::move(context)),
        form_(*context_) {}
  InOrderMachine(const Test& test, const Reading& reading, const MachineOptions& options)
      : InOrderMachine(std::make_shared<const Context>(test, reading, in_its_form(options))) {}
  /// opexplore::like.
  InOrderMachine like(const Test& test, const MachineOptions& options) const {
    return {test, context_->semantics.reading(), options};
  }

  std::span<const Rule> rules;

  /// Some sizes alone have room for what is known of fences whose order is left open.
  static MachineOptions in_its_form(MachineOptions options) {
    options.lazy_fences = options.lazy_fences && Size::leaves_fences_open;
    return options;
  }

  /// KeepsEnds: what drops parts of states, and prefers threads.
  static MachineOptions keeping_ends(MachineOptions options) {
    options.forget_dead = options.relevance = options.erase_writes = true;
    options.split_components = options.ample_threads = true;
    return options;
  }

  State initial() const { return initial_state<Size>(*context_); }
  bool for_each_step(const State& state, FunctionRef<void(Step, State&&)> sink) const {
    if constexpr (Size::finds_races) {
      if (!context_->keeps_races && !state.racing.found.empty()) {
        State apart = state;  // from the step that led to it
        apart.racing.found.clear();
        return form_.for_each_step(apart, sink);
      }
    }
    return form_.for_each_step(state, sink);
  }
  bool is_final(const State& state) const { return form_.final(state); }
  Outcome outcome(const State& state) const { return form_.outcome(state); }
  /// StandsForOutcomes.
  std::vector<Outcome> outcomes(const State& state, std::size_t most) const {
    return alike(context_->symmetry, outcome(state), most);
  }
  void encode(const State& state, std::string& bytes) const {
    ptx_model::encode(*context_, state, bytes);
  }
  void decode(std::string_view bytes, State& state) const {
    ptx_model::decode(*context_, bytes, state);
  }
  /// Whether an execution through this state may be one that only the other form has (MayOutgrow).
  bool has_outgrown(const State& state) const {
    if (!context_->semantics.lateness().may_be_watched() || is_refuted(*context_)) return false;
    SmallVector<InstructionId, 4> pcs;
    for (const auto& thread : state.threads) pcs.push_back(thread.pc);
    return context_->lateness_now.late(span_of(std::as_const(pcs)), state.barriers.waiting());
  }
  /// Whether executions are known to exist that only the other form has, whatever states are
  /// visited. Where infinite runs are judged, what is found is then about executions in order; it
  /// is, too, if a state that was visited has_outgrown() this form.
  bool in_order_only() const {
    const Lateness& lateness = context_->semantics.lateness();
    return lateness.mixed_scopes || !lateness.runs_in_order(true);
  }
  /// A load that was put off in vain; not in programs with loops (Context::awaits_writes).
  bool may_be_dead_end(const State& state) const { return awaits_any(state); }
  /// HasProgress.
  Standing standing(const State& state) const { return form_.standing(state); }
  /// HasPlaces.
  std::vector<InstructionId> places(const State& state) const {
    std::vector<InstructionId> places;
    for (const auto& thread : state.threads) places.push_back(thread.pc);
    return places;
  }
  /// OwesFairness.
  Duties duties(const State& state) const { return open_duties(*context_, state); }
  StepDuties step_duties(const State& state, Step step, const State&) const {
    return form_.step_duties(state, step);
  }
  /// HasWindow (in_order/fairness.hpp).
  std::string_view cut(const State& state) const {
    return form_.cut_by_window(state) ? beyond_window : std::string_view{};
  }
  /// For a search that wants a verdict (HasGoal). Precondition: MachineOptions::goal.
  PossibleValues possible_values(const State& state, std::size_t observable) const {
    return ptx_model::possible_values(*context_, state, observable);
  }
  std::string_view exceeded(const State& state) const {
    return state.too_many_writes ? too_many_writes : std::string_view{};
  }

  /// FlagsDataRaces.
  void for_each_data_race(const State& state, DataRaceSink sink) const {
    if constexpr (Size::finds_races) {
      for (const RacingPair& pair : state.racing.found) sink(pair);
    }
    if (const auto& apart = state.barriers.divergence()) sink(*apart);
  }
  void for_each_alike(const RacingPair& pair, DataRaceSink sink) const {
    ptx_model::for_each_alike(*context_, pair, sink);
  }

  std::vector<Component> describe(const State& state) const {
    return InOrderText<Size>(*context_).components(state);
  }
  StepText describe(const State& state, Step step) const {
    return InOrderText<Size>(*context_).step(state, step);
  }
  Phrase stuck_reason(const State& state) const {
    return InOrderText<Size>(*context_).stuck(state);
  }
  Coherence coherence(const State& state) const {
    return coherence_pairs(*context_, text_memory(state.memory));
  }

 private:
  std::shared_ptr<const Context> context_;
  InOrderForm<Size> form_;
};

/// Calls run(machine) with the form that suits the program and returns its result. A goal that
/// values alone exclude is out of reach from the initial state of the in-order form. Infinite runs
/// are judged on the in-order form if the other would have to keep all that was issued, and has no
/// loops in its graph: InOrderMachine::in_order_only says what that leaves out.
template <class Run>
auto dispatch_form(const Test& test, const Reading& reading, const MachineOptions& options,
                   Run&& run) {
  const auto context = std::make_shared<const Context>(test, reading, options);
  const Semantics& semantics = context->semantics;
  const bool in_order =
      semantics.lateness().runs_in_order(options.watch_lateness) || is_refuted(*context);
  const bool exact = in_order && semantics.stages().count <= static_cast<int>(few_stages);
  const bool judged = context->folds && options.fuse_local;
  if (!exact && (judged || !options.liveness)) {
    const bool asks = !options.goal || moving_threads(test, Moves::question) ==
                                           moving_threads(test, Moves::locations);
    if (asks) return run(OutOfOrderMachine(context));
    // All outcomes then: threads that change places save more than the goal.
    MachineOptions whole = options;
    whole.goal = false;
    return run(OutOfOrderMachine(test, reading, whole));
  }
  return with_size(*context,
                   [&](auto size) { return run(InOrderMachine<decltype(size)>(context)); });
}

}  // namespace opexplore::ptx_model
