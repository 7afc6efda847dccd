// A machine behind function objects, in one state at a time: what goes through states beside the
// search, and what takes the steps of a trace, is compiled once, not for each form of each machine.
// The search itself, whose time counts, has functions of its own (searched_machine.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/races.hpp"
#include "explorer/graph/words.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

using StepSink = FunctionRef<void(Step)>;

/// A form of a machine whose infinite runs are judged.
template <class M>
concept Live = HasProgress<M> &&(!HasDeadEnds<M> || TellsDeadEnds<M>);

/// A form of a machine of which the argument of waits_alone.hpp has been looked at: those of
/// Vulkan, and those of PTX in which loads take effect in order (MayOutgrow). Its reductions have
/// to keep what is true of executions that are not complete, and what memory owes has to be all
/// that it keeps from a thread.
template <class M>
concept JudgesWaits = HasProgress<M> && HasMemorySteps<M> && OwesFairness<M> &&
    MayBeInOrderOnly<M> &&(HasRaces<M> || MayOutgrow<M>)&&(language_of<M>() == Language::vulkan ||
                                                           language_of<M>() == Language::ptx);

/// Names what the steps of one run did, in their order (NamesWrites).
struct RunNames {
  std::function<void(TraceStep&)> name;  ///< of the step by which the walker has come
  std::function<void(Trace&)> finish;    ///< the run ends where the walker is
};

/// One form of a machine on one test, and a state that it is in: at first the initial one. Refers
/// to the machine unless it owns it. What belongs to a concept that the machine does not meet is
/// empty.
struct Walker {
  std::shared_ptr<const void> owned;
  std::string initial;  ///< encoded
  /// \name What the form is.
  /// @{
  bool goes_on_after_race = false;  ///< races.hpp
  bool has_words = false;           ///< Describes
  bool is_live = false;             ///< Live
  bool judges_waits = false;        ///< JudgesWaits
  bool in_order_only = false;       ///< MayBeInOrderOnly, and it is
  /// @}

  std::function<void(std::string_view state)> go_to;
  /// Goes to where another walker of this form is: what another machine has encoded, with other
  /// options, this one need not understand.
  std::function<void(const Walker& alike)> join;
  std::function<const void*()> state;  ///< for join
  /// Takes a step; false: it is not enabled. Any step may be asked for.
  std::function<bool(Step)> take;
  /// As the machine's. While the sink is called the walker is in the state behind the step.
  std::function<bool(StepSink)> for_each_step;

  /// \name Of the state.
  /// @{
  std::function<std::string_view()> encoded;  ///< valid until it is asked again
  std::function<bool()> is_final;
  std::function<Outcome()> outcome;            ///< of a final state
  std::function<std::string_view()> exceeded;  ///< a bound of the machine, or nothing
  std::function<bool()> has_raced;
  std::function<std::string()> race;  ///< of a state that has one
  std::function<bool()> may_be_dead_end;
  std::function<bool()> has_outgrown;
  std::function<std::uint32_t()> stalled;
  std::function<void(DataRaceSink)> for_each_data_race;
  std::function<Standing()> standing;
  std::function<std::vector<InstructionId>()> places;
  std::function<Duties()> duties;
  std::function<std::string_view()> cut;  ///< HasWindow
  std::function<std::vector<Component>()> components;
  std::function<Phrase()> stuck_reason;  ///< of a state without steps
  /// @}

  /// \name Of the step by which it has come: the one taken last, or that of the sink.
  /// @{
  std::function<TraceStep(Step)> words;  ///< without changes
  std::function<StepDuties(Step)> step_duties;
  /// @}

  std::function<bool(Step)> is_memory_step;  ///< whether memory takes it by itself
  std::function<void(const RacingPair&, DataRaceSink)> for_each_alike;
  std::function<RunNames(const Program&)> names;  ///< of a run that begins where it is
  /// Another machine of this form, with options of its own.
  std::function<Walker(const Test&, const MachineOptions&)> like;
  std::function<MachineOptions(MachineOptions)> keeping_ends;  ///< KeepsEnds; else the same
};

/// A walker that keeps the machine.
template <TransitionSystem M>
Walker walker_of(std::shared_ptr<const M> machine);

/// What a walker does, for one form of a machine.
template <TransitionSystem M>
class WalkerFunctions {
 public:
  explicit WalkerFunctions(std::shared_ptr<const M> machine)
      : owned_(std::move(machine)), machine_(*owned_), here_(machine_.initial()), at_(&here_) {}
  WalkerFunctions(const WalkerFunctions&) = delete;  // points at its own states
  WalkerFunctions& operator=(const WalkerFunctions&) = delete;

  /// They refer to this.
  Walker all() {
    Walker walker;
    add_form(walker);
    add_steps(walker);
    add_questions(walker);
    add_progress(walker);
    add_words(walker);
    return walker;
  }

 private:
  using State = typename M::State;

  std::string_view encoded() {
    bytes_.clear();
    machine_.encode(*at_, bytes_);
    return bytes_;
  }

  void go_to(std::string_view state) {
    machine_.decode(state, here_);
    at_ = &here_;
  }

  bool take(Step wanted) {
    std::optional<State> next;
    machine_.for_each_step(here_, [&](Step step, State&& behind) {
      if (step == wanted) next.emplace(std::move(behind));
    });
    if (!next) return false;
    before_ = std::move(here_);
    here_ = *std::move(next);
    from_ = &*before_;
    return true;
  }

  bool for_each_step(StepSink sink) {
    const State* const came_from = std::exchange(from_, &here_);
    const bool pruned = machine_.for_each_step(here_, [&](Step step, State&& next) {
      at_ = &next;
      sink(step);
    });
    at_ = &here_;
    from_ = came_from;
    return pruned;
  }

  RunNames names([[maybe_unused]] const Program& program) {
    RunNames names{[](TraceStep&) {},
                   [this](Trace& trace) {
                     if constexpr (HasCoherence<M>) trace.coherence = machine_.coherence(*at_);
                   }};
    if constexpr (NamesWrites<M>) {
      const auto writes = std::make_shared<typename M::WriteNames>(program);
      names.name = [this, writes](TraceStep& shown) {
        writes->name(machine_, *from_, shown.step, *at_, shown.events);
      };
      if constexpr (!HasCoherence<M>) {
        names.finish = [writes](Trace& trace) { trace.coherence = writes->coherence(); };
      }
    }
    return names;
  }

  TraceStep words(Step step) const {
    TraceStep shown;
    const Rule& rule = std::span<const Rule>(machine_.rules)[step.rule];
    StepText text = words_on(machine_, *from_, step);
    shown.step = step;
    shown.rule = rule.name;
    shown.section = rule.section;
    shown.arguments = std::move(text.arguments);
    shown.instruction = text.instruction;
    shown.reason = std::move(text.reason);
    shown.events = std::move(text.events);
    shown.last = text.last;
    return shown;
  }

  void add_form(Walker& walker) {
    walker.initial = encoded();
    walker.goes_on_after_race = opexplore::goes_on_after_race(machine_);
    walker.has_words = Describes<M>;
    walker.is_live = Live<M>;
    walker.judges_waits = JudgesWaits<M>;
    if constexpr (MayBeInOrderOnly<M>) walker.in_order_only = machine_.in_order_only();
    walker.like = [this](const Test& test, const MachineOptions& options) {
      // Not all machines can be moved.
      return walker_of(std::shared_ptr<const M>(new M(opexplore::like(machine_, test, options))));
    };
    walker.keeping_ends = [](MachineOptions options) {
      if constexpr (KeepsEnds<M>) return M::keeping_ends(options);
      return options;
    };
  }

  void add_steps(Walker& walker) {
    walker.go_to = [this](std::string_view state) { go_to(state); };
    walker.join = [this](const Walker& alike) {
      here_ = *static_cast<const State*>(alike.state());
      at_ = &here_;
    };
    walker.state = [this] { return static_cast<const void*>(at_); };
    walker.take = [this](Step step) { return take(step); };
    walker.for_each_step = [this](StepSink sink) { return for_each_step(sink); };
    walker.encoded = [this] { return encoded(); };
  }

  void add_questions(Walker& walker) {
    walker.is_final = [this] { return machine_.is_final(*at_); };
    walker.outcome = [this] { return machine_.outcome(*at_); };
    walker.exceeded = [this] { return machine_.exceeded(*at_); };
    walker.has_raced = [this] {
      if constexpr (HasRaces<M>) return machine_.has_raced(*at_);
      return false;
    };
    walker.race = [this]() -> std::string {
      if constexpr (HasRaces<M>) return machine_.race(*at_);
      return {};
    };
    walker.may_be_dead_end = [this] { return opexplore::may_be_dead_end(machine_, *at_); };
    walker.has_outgrown = [this] {
      if constexpr (MayOutgrow<M>) return machine_.has_outgrown(*at_);
      return false;
    };
    walker.stalled = [this]() -> std::uint32_t {
      if constexpr (HasStalls<M>) return machine_.stalled(*at_);
      return 0;
    };
    walker.for_each_data_race = [this](DataRaceSink sink) {
      if constexpr (FlagsDataRaces<M>) machine_.for_each_data_race(*at_, sink);
    };
    walker.for_each_alike = [this](const RacingPair& pair, DataRaceSink sink) {
      if constexpr (FlagsDataRaces<M>) machine_.for_each_alike(pair, sink);
    };
  }

  void add_progress(Walker& walker) {
    walker.standing = [this]() -> Standing {
      if constexpr (HasProgress<M>) return machine_.standing(*at_);
      return {};
    };
    walker.places = [this]() -> std::vector<InstructionId> {
      if constexpr (HasPlaces<M>) return machine_.places(*at_);
      return {};
    };
    walker.duties = [this]() -> Duties {
      if constexpr (OwesFairness<M>) return machine_.duties(*at_);
      return {};
    };
    walker.step_duties = [this]([[maybe_unused]] Step step) -> StepDuties {
      if constexpr (OwesFairness<M>) return machine_.step_duties(*from_, step, *at_);
      return {};
    };
    walker.cut = [this]() -> std::string_view {
      if constexpr (HasWindow<M>) return machine_.cut(*at_);
      return {};
    };
    walker.is_memory_step = [this]([[maybe_unused]] Step step) {
      if constexpr (HasMemorySteps<M>) return machine_.is_memory_step(step);
      return false;
    };
  }

  void add_words(Walker& walker) {
    walker.components = [this] { return components_of(machine_, *at_); };
    walker.stuck_reason = [this] { return why_stuck(machine_, *at_); };
    walker.words = [this](Step step) { return words(step); };
    walker.names = [this](const Program& program) { return names(program); };
  }

  std::shared_ptr<const M> owned_;
  const M& machine_;
  State here_;
  std::optional<State> before_;
  const State* at_;              // here_, or behind the step of a sink
  const State* from_ = nullptr;  // where the step began
  std::string bytes_;
};

template <TransitionSystem M>
Walker walker_of(std::shared_ptr<const M> machine) {
  const auto functions = std::make_shared<WalkerFunctions<M>>(std::move(machine));
  Walker walker = functions->all();
  walker.owned = functions;
  return walker;
}

/// A walker that refers to the machine.
template <TransitionSystem M>
Walker walker_of(const M& machine) {
  return walker_of(std::shared_ptr<const M>(std::shared_ptr<void>(), &machine));
}

}  // namespace opexplore
