// The one interface between machines and everything else: a machine is a
// labelled transition system over its own State.
//
// A machine folder opmodel/machines/<folder>/ holds a machine.hpp that defines
// `opexplore::<folder>::Machine` satisfying the concept below, or TransitionSystem alone; the build
// finds it.
// Nondeterminism lives only in the choice of the step: a Step determines its
// successor uniquely, so a trace is a list of steps and replays without search.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/diagram.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/program.hpp"
#include "opmodel/refusal.hpp"
#include "opmodel/rule.hpp"
#include "opmodel/setting.hpp"
#include "opmodel/trace_parts.hpp"

namespace opexplore {

struct Synchronisation;

// clang-format off
/// A machine that has an automaton to show.
template <class M>
concept HasDiagram = requires { { M::diagram() } -> std::same_as<Diagram>; };

/// The language of the programs that the machine runs; PTX if it does not say.
template <class M>
constexpr Language language_of() {
  if constexpr (requires { { M::language } -> std::convertible_to<Language>; }) {
    return M::language;
  } else {
    return Language::ptx;
  }
}

/// A machine that runs what PTX 8 and 9 have beside (opmodel/asynchronous.hpp). Those that do not
/// say so are never given such a program.
template <class M>
concept RunsAsynchronous = M::runs_asynchronous;

/// A machine that looks for data races. The search does not go on behind a state that has one:
/// a program with a race means nothing (Adve and Hill, ISCA 1990).
template <class M>
concept HasRaces = requires(const M& machine, const typename M::State& state) {
  { machine.has_raced(state) } -> std::same_as<bool>;
  { machine.race(state) } -> std::same_as<std::string>;  // one sentence, for messages
};

/// One whose races are none: other things that leave a program without a meaning, which `race` names.
template <class M>
concept FindsUndefined = HasRaces<M> && M::finds_undefined;

/// A machine that notes data races (of any PairKind) if asked to (MachineOptions::races), and goes
/// on, for its programs have a meaning all the same. Of a state that a step has just led to it says
/// which pairs race in the execution so far: at least those that the step brought; and of a final
/// state of a test with a filter, which says only there whether the execution counts, all. It
/// says which pairs are alike, the pair itself among them: others if states that differ by an
/// exchange of threads are one.
template <class M>
concept FlagsDataRaces =
    requires(const M& machine, const typename M::State& state, const RacingPair& pair,
             DataRaceSink sink) {
      { machine.for_each_data_race(state, sink) } -> std::same_as<void>;
      { machine.for_each_alike(pair, sink) } -> std::same_as<void>;
    };

/// A machine that holds accesses back to keep them in order: of how many threads a step from this
/// state finds an access ready and held back by ordering alone.
template <class M>
concept HasStalls = requires(const M& machine, const typename M::State& state) {
  { machine.stalled(state) } -> std::same_as<std::uint32_t>;
};

/// A machine, or a form of one, whose search has dead ends: states without a step that belong to no
/// execution, for what was put off there (a late read) never happens. What is left of them says
/// nothing about whether the program ends. One whose programs with loops have none need not say so:
/// then it has a may_be_dead_end() alone.
template <class M>
concept HasDeadEnds = M::has_dead_ends;

/// One that says of each state whether it may be a dead end. All others belong to executions.
template <class M>
concept TellsDeadEnds =
    HasDeadEnds<M> && requires(const M& machine, const typename M::State& state) {
      { machine.may_be_dead_end(state) } -> std::same_as<bool>;
    };

/// A machine that can say what an observable of the test (by index) may still be at the end, so that
/// a search for a verdict can leave states out (MachineOptions::goal). Never too few values. It runs
/// every program without barriers and jumps back to an end: one thread after the other, at least,
/// each read taking the latest value, which every memory model allows.
template <class M>
concept HasGoal = requires(const M& machine, const typename M::State& state, std::size_t index) {
  { machine.possible_values(state, index) } -> std::same_as<PossibleValues>;
};

/// A form of a machine that may turn out not to be exact for the program: whether some execution
/// through this state may need another form (MachineOptions::watch_lateness). Final states that were
/// found are real all the same. If it is HasGoal, possible_values speaks of all executions through
/// the state, also of those that only the other form has: a state that was dropped says nothing.
template <class M>
concept MayOutgrow = requires(const M& machine, const typename M::State& state) {
  { machine.has_outgrown(state) } -> std::same_as<bool>;
};

/// A machine whose reductions, as it is run, leave steps out of executions or exchange threads: its
/// paths are no traces. With `graded` options they are shortest traces.
template <class M>
concept HasGradedForm = requires(const Test& test, const MachineOptions& options) {
  { M::is_graded(test, options) } -> std::same_as<bool>;
  { M::graded(options) } -> std::same_as<MachineOptions>;
};

/// A machine that can go on from each of its states through fewer others to the same final ones, for
/// instance without the writes that nobody needs any more: with the options that `keeping_ends`
/// gives.
template <class M>
concept KeepsEnds = requires(const MachineOptions& options) {
  { M::keeping_ends(options) } -> std::same_as<MachineOptions>;
};

/// A machine that can also name the coherence order of a state, for drawn graphs.
template <class M>
concept HasCoherence = requires(const M& machine, const typename M::State& state) {
  { machine.coherence(state) } -> std::same_as<Coherence>;
};

/// A machine whose states do not keep whose a value is, so that its events cannot say it: the names
/// of writes are given along a trace.
template <class M>
concept NamesWrites =
    requires(typename M::WriteNames& names, const M& machine, const typename M::State& state,
             Step step, std::vector<Event>& events) {
      names.name(machine, state, step, state, events);  // before, the step, behind it, what it did
      { names.coherence() } -> std::same_as<Coherence>;
    } && std::constructible_from<typename M::WriteNames, const Program&>;

/// A machine that implements an axiomatic model: names the one that these options mean, as
/// `axioms/models` spells it.
template <class M>
concept HasAxioms = requires(const MachineOptions& options) {
  { M::axioms(options) } -> std::same_as<std::string_view>;
};

/// A machine whose outcomes can be explained (answers/why).
template <class M>
concept Explains = requires(const MachineOptions& options) {
  { M::synchronisation(options) } -> std::same_as<Synchronisation>;
};

/// Who a machine is. A form that several machines share (dispatch, search/search.hpp) has none.
template <class M>
concept HasIdentity = requires(const Test& test, const MachineOptions& options) {
  { M::name } -> std::convertible_to<std::string_view>;       // "ptx-proxy"
  { M::version } -> std::convertible_to<std::string_view>;    // changes when outcomes may change
  { M::source } -> std::convertible_to<std::string_view>;     // the paper or ISA version
  { M::rules } -> std::convertible_to<std::span<const Rule>>;
  { M::settings } -> std::convertible_to<std::span<const Setting>>;

  // Why it cannot run a program (instruction, and which machines could), or nothing.
  { M::refusal(test, options) } -> std::same_as<std::optional<Refusal>>;

  requires std::constructible_from<M, const Test&, const MachineOptions&>;
};

/// What the search needs of a machine, or of a form of it.
template <class M>
concept TransitionSystem = requires(const M& machine, const typename M::State& state,
                                    typename M::State& mutable_state, std::string& bytes,
                                    std::string_view view) {
  { machine.rules } -> std::convertible_to<std::span<const Rule>>;

  requires std::copyable<typename M::State>;

  { machine.initial() } -> std::same_as<typename M::State>;
  // Calls sink(Step, State&&) once per enabled rule instance, in an order that depends
  // on the state alone. Returns whether a spinning iteration was pruned here: a state
  // with no step, not final, that did not prune is stuck (a deadlock). Const and thread-safe.
  { machine.for_each_step(state, [](Step, typename M::State&&) {}) } -> std::same_as<bool>;
  { machine.is_final(state) } -> std::same_as<bool>;
  // Values of test.observables, for final states.
  { machine.outcome(state) } -> std::same_as<Outcome>;
  // Canonical: equal states if and only if equal bytes. encode appends; decode reads all.
  { machine.encode(state, bytes) } -> std::same_as<void>;
  { machine.decode(view, mutable_state) } -> std::same_as<void>;

  // A structural bound was hit on the way here (e.g. too many writes in flight): the
  // search below this state is cut and the result incomplete. Empty when not.
  { machine.exceeded(state) } -> std::same_as<std::string_view>;
};

/// What traces and messages need of a machine. Speed does not matter. Without it a machine runs all
/// the same, and its traces give rules and their arguments in numbers.
template <class M>
concept Describes = requires(const M& machine, const typename M::State& state, Step step) {
  { machine.describe(state) } -> std::same_as<std::vector<Component>>;
  { machine.describe(state, step) } -> std::same_as<StepText>;  // of a step enabled in `state`
  { machine.stuck_reason(state) } -> std::convertible_to<Phrase>;  // of a stuck state
};

/// A machine that has forgotten some of its words, or mistaken their types.
template <class M>
concept DescribesInPart =
    !Describes<M> && (requires(const M& machine, const typename M::State& state) {
      machine.describe(state);
    } || requires(const M& machine, const typename M::State& state, Step step) {
      machine.describe(state, step);
    } || requires(const M& machine, const typename M::State& state) {
      machine.stuck_reason(state);
    });

/// A machine with everything that one is asked for.
template <class M>
concept Machine = HasIdentity<M> && TransitionSystem<M> && Describes<M>;
// clang-format on

/// The same machine on this test, with these options: what several machines share knows which it is
/// one of.
template <TransitionSystem M>
M like(const M& machine, const Test& test, const MachineOptions& options) {
  if constexpr (requires { machine.like(test, options); }) {
    return machine.like(test, options);
  } else {
    return M(test, options);
  }
}

/// Whether the state may be one that belongs to no execution.
template <TransitionSystem M>
bool may_be_dead_end(const M& machine, const typename M::State& state) {
  if constexpr (requires { machine.may_be_dead_end(state); }) {
    return machine.may_be_dead_end(state);
  } else {
    return HasDeadEnds<M>;
  }
}

}  // namespace opexplore
