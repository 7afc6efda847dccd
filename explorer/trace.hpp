// From a stored state back to the beginning, and forward again: a trace is the
// list of steps that lead there, replayed on a machine of its own and compared with
// the stored bytes at every state, then put into words.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/endless.hpp"
#include "explorer/replay.hpp"
#include "explorer/store.hpp"
#include "explorer/trace_names.hpp"
#include "explorer/words.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// Positions from the initial state to `target`, both included.
std::vector<Position> path_to(const VisitedSet& visited, Position target);

/// Throws std::logic_error unless a replayed encoding equals the stored one.
void check_replay(std::string_view replayed, std::string_view stored);

/// Throws the std::logic_error for a step that is not enabled on replay.
[[noreturn]] void throw_step_missing();

/// "P1 is at line 5: `ld.relaxed.gpu r0, x`": which threads have these instructions before them
/// where no final state can be reached. Not each of them need go round for ever: one is enough.
Phrase endless_sentence(const Program& program,
                        std::vector<std::pair<ThreadId, InstructionId>> next);

template <TransitionSystem M>
class Replay {
 public:
  /// By a machine like this one.
  Replay(const M& machine, const Test& test, const MachineOptions& options,
         const VisitedSet& visited)
      : test_(test), options_(options), machine_(like(machine, test, options)), visited_(visited) {}

  /// The trace to a stored state, and one step further if that is given.
  Trace trace_to(Position target, std::optional<Step> further = {}) const {
    Trace trace;
    State state = machine_.initial();
    check(state, 0);
    std::vector<Component> components = components_of(machine_, state);
    trace.initial = components;
    TraceNames<M> names(test_.program);
    const auto take = [&](Step step) {
      std::optional<State> next = successor(machine_, state, step);
      if (!next) throw_step_missing();
      TraceStep& shown = trace.steps.emplace_back(in_words(machine_, state, step));
      names.name(machine_, state, *next, shown);
      state = *std::move(next);
      std::vector<Component> after = components_of(machine_, state);
      shown.changes = difference(components, after);
      components = std::move(after);
    };
    for (const Position position : path_to(visited_, target)) {
      if (position == 0) continue;
      take(visited_.at(position).step);
      check(state, position);
    }
    if (further) take(*further);
    names.finish(machine_, state, trace);
    return trace;
  }

  /// The machine's words on a stored stuck state.
  Phrase stuck_reason(Position position) const {
    State state = machine_.initial();
    machine_.decode(visited_.at(position).bytes, state);
    return why_stuck(machine_, state);
  }

  /// What the threads go on with in a stored state from which no final one can be reached: the
  /// steps of the machine that leaves no loop iteration out.
  Phrase endless_reason(Position position) const {
    if constexpr (!Describes<M>) return no_words;
    const M machine = with_all_iterations(machine_, test_, options_);
    State state = machine.initial();
    machine.decode(visited_.at(position).bytes, state);
    std::vector<std::pair<ThreadId, InstructionId>> next;
    machine.for_each_step(state, [&](Step step, State&&) {
      const StepText text = words_on(machine, state, step);
      if (text.instruction) next.emplace_back(step.thread, *text.instruction);
    });
    return endless_sentence(test_.program, std::move(next));
  }

  /// The threads at a barrier in a stored state.
  ThreadMask waiting(Position position) const {
    if constexpr (HasProgress<M>) {
      State state = machine_.initial();
      machine_.decode(visited_.at(position).bytes, state);
      return machine_.standing(state).waiting;
    }
    return 0;
  }

  /// The machine's words on the race of a stored state that has one.
  std::string race_reason(Position position) const requires HasRaces<M> {
    State state = machine_.initial();
    machine_.decode(visited_.at(position).bytes, state);
    return machine_.race(state);
  }

 private:
  using State = typename M::State;

  void check(const State& state, Position position) const {
    std::string bytes;
    machine_.encode(state, bytes);
    check_replay(bytes, visited_.at(position).bytes);
  }

  const Test& test_;
  const MachineOptions& options_;
  M machine_;
  const VisitedSet& visited_;
};

}  // namespace opexplore
