// A machine for judging infinite runs, behind function objects: only the building of its graph is
// compiled for each. States are encoded.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/replay.hpp"
#include "explorer/termination/build_graph.hpp"
#include "opmodel/machine.hpp"
#include "opmodel/progress.hpp"

namespace opexplore {

/// A step that a machine takes, with what it means.
struct TakenStep {
  std::string state;  ///< behind it
  TraceStep shown;    ///< with what it changed
  StepDuties duties;
};

/// What a machine says of one state.
struct LiveState {
  Standing standing;
  Duties duties;                      ///< open
  bool ends = false;                  ///< NodeEnd is not `none`: no step is taken from here
  Phrase stuck;                       ///< why nobody goes on, of a state without steps
  std::vector<InstructionId> places;  ///< by thread; empty unless HasPlaces
};

/// One form of a machine on one test. Refers to the machine, and to the test.
struct LiveMachine {
  std::string initial;
  std::vector<Component> components;  ///< of the initial state
  std::function<BuiltGraph(const ExploreOptions&)> graph;
  std::function<LiveState(std::string_view state)> look;
  /// Nothing where the step is not enabled; any step may be asked for.
  std::function<std::optional<TakenStep>(std::string_view state, Step step)> take;
  std::function<bool(Step step)> is_memory_step;
  /// Gives what the next step of a run did the names of its writes; to be made for each run.
  using Names = std::function<void(std::string_view before, std::string_view after, TraceStep&)>;
  std::function<Names(const Program& program)> names;
};

/// The functions of one form.
template <HasProgress M>
class LiveFunctions {
 public:
  explicit LiveFunctions(const M& machine) : machine_(machine) {}

  LiveMachine all() const {
    const State initial = machine_.initial();
    const LiveFunctions self = *this;
    return {encoded(initial),
            components_of(machine_, initial),
            [self](const ExploreOptions& options) {
              return GraphBuilder<M>(self.machine_, options).build();
            },
            [self](std::string_view state) { return self.look(state); },
            [self](std::string_view state, Step step) { return self.take(state, step); },
            [self](Step step) { return is_memory_step(self.machine_, step); },
            [self](const Program& program) { return self.names(program); }};
  }

 private:
  using State = typename M::State;

  std::string encoded(const State& state) const {
    std::string bytes;
    machine_.encode(state, bytes);
    return bytes;
  }

  State decoded(std::string_view bytes) const {
    State state = machine_.initial();
    machine_.decode(bytes, state);
    return state;
  }

  LiveState look(std::string_view bytes) const {
    const State state = decoded(bytes);
    LiveState seen{machine_.standing(state), {}, end_of(machine_, state) != NodeEnd::none, {}, {}};
    if constexpr (HasPlaces<M>) seen.places = machine_.places(state);
    if constexpr (OwesFairness<M>) seen.duties = machine_.duties(state);
    bool steps = seen.ends;
    machine_.for_each_step(state, [&](Step, State&&) { steps = true; });
    if (!steps) seen.stuck = why_stuck(machine_, state);
    return seen;
  }

  LiveMachine::Names names(const Program& program) const {
    return [self = *this, names = TraceNames<M>(program)](
               [[maybe_unused]] std::string_view before, [[maybe_unused]] std::string_view after,
               [[maybe_unused]] TraceStep& shown) mutable {
      if constexpr (NamesWrites<M>) {
        names.name(self.machine_, self.decoded(before), self.decoded(after), shown);
      }
    };
  }

  std::optional<TakenStep> take(std::string_view bytes, Step step) const {
    if (step.rule >= std::span<const Rule>(machine_.rules).size()) return std::nullopt;
    const State before = decoded(bytes);
    if (end_of(machine_, before) != NodeEnd::none) return std::nullopt;
    const std::optional<State> after = successor(machine_, before, step);
    if (!after) return std::nullopt;
    TakenStep taken{encoded(*after), in_words(machine_, before, step), {}};
    taken.shown.changes =
        difference(components_of(machine_, before), components_of(machine_, *after));
    if constexpr (OwesFairness<M>) taken.duties = machine_.step_duties(before, step, *after);
    return taken;
  }

  const M& machine_;
};

}  // namespace opexplore
