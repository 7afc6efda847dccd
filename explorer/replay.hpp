// Steps executed with the rules of a machine alone: no store, no search. What a search says about a
// trace can be checked by this, and so can a trace that somebody else made.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/endless.hpp"
#include "explorer/races.hpp"
#include "explorer/state_cursor.hpp"
#include "explorer/trace_names.hpp"
#include "explorer/words.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/results/replayed.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

/// What differs between two descriptions: changed and new components in the order
/// of `after`, then those that are gone.
std::vector<Change> difference(const std::vector<Component>& before,
                               const std::vector<Component>& after);

/// The successor by that step, or nothing when the step is not enabled.
template <TransitionSystem M>
std::optional<typename M::State> successor(const M& machine, const typename M::State& state,
                                           Step wanted) {
  std::optional<typename M::State> found;
  machine.for_each_step(state, [&](Step step, typename M::State&& next) {
    if (step == wanted) found.emplace(std::move(next));
  });
  return found;
}

/// The step in the machine's words, without changes. Precondition: it is enabled in `state`.
template <TransitionSystem M>
TraceStep in_words(const M& machine, const typename M::State& state, Step step) {
  TraceStep shown;
  const Rule& rule = std::span<const Rule>(machine.rules)[step.rule];
  StepText text = words_on(machine, state, step);
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

namespace detail {

/// Whether the state has a data race; says which.
template <TransitionSystem M>
bool is_racy(const M& machine, const typename M::State& state, Replayed& replayed) {
  if constexpr (HasRaces<M>) {
    if (!machine.has_raced(state)) return false;
    replayed.end = TraceEnd::race;
    replayed.reason = machine.race(state);
    return true;
  } else {
    return false;
  }
}

/// Whether no execution goes on behind this state, although steps may be enabled; says why.
template <TransitionSystem M>
bool ends_here(const M& machine, const typename M::State& state, Replayed& replayed) {
  if (const std::string_view cut = machine.exceeded(state); !cut.empty()) {
    replayed.end = TraceEnd::bound;
    replayed.reason = cut;
    return true;
  }
  if (!goes_on_after_race(machine) && is_racy(machine, state, replayed)) return true;
  if (!machine.is_final(state)) return false;
  replayed.end = TraceEnd::final;
  replayed.outcome = machine.outcome(state);
  return true;
}

// Whether it is certain that no final state can be reached.
template <TransitionSystem M>
bool leads_to_no_end(const M& machine, const Test& test, const MachineOptions& options,
                     const typename M::State& state) {
  std::string bytes;
  machine.encode(state, bytes);
  return endings_of(machine, test, options).never_end({bytes}).front();
}

template <TransitionSystem M>
void look_at_end(const M& machine, const Test& test, const MachineOptions& options,
                 const typename M::State& state, Replayed& replayed) {
  // Where executions go on behind a race, one that is not at its end is shown for the race.
  if (ends_here(machine, state, replayed) || is_racy(machine, state, replayed)) return;
  const bool pruned = machine.for_each_step(
      state, [&](Step step, typename M::State&&) { replayed.enabled.push_back(step); });
  if (!replayed.enabled.empty() || pruned) {
    const bool goes_round = std::ranges::any_of(test.program.threads, has_backward_jump);
    const TraceEnd otherwise = replayed.enabled.empty() ? TraceEnd::dead_end : TraceEnd::unfinished;
    replayed.end =
        goes_round && leads_to_no_end(machine, test, options, state) ? TraceEnd::spin : otherwise;
  } else {
    replayed.end = TraceEnd::stuck;
    replayed.reason = told(why_stuck(machine, state), test.program);
  }
}

}  // namespace detail

/// Executes the steps from the initial state, up to the first that the machine does not take there:
/// it is not enabled, or the execution has ended before. Any steps may be given. The machine is
/// that of the test with these options.
template <TransitionSystem M>
Replayed replay_steps(const M& machine, const Test& test, const MachineOptions& options,
                      std::span<const Step> steps) {
  Replayed replayed;
  typename M::State state = machine.initial();
  std::vector<Component> components = components_of(machine, state);
  replayed.trace.initial = components;
  TraceNames<M> names(test.program);
  for (const Step step : steps) {
    std::optional<typename M::State> next;
    if (!detail::ends_here(machine, state, replayed)) next = successor(machine, state, step);
    if (!next) {
      replayed.refused = replayed.trace.steps.size();
      break;
    }
    TraceStep& shown = replayed.trace.steps.emplace_back(in_words(machine, state, step));
    names.name(machine, state, *next, shown);
    state = *std::move(next);
    std::vector<Component> after = components_of(machine, state);
    shown.changes = difference(components, after);
    components = std::move(after);
  }
  names.finish(machine, state, replayed.trace);
  detail::look_at_end(machine, test, options, state, replayed);
  return replayed;
}

}  // namespace opexplore
