// Steps executed with the rules of a machine alone, without search: what a search says about a
// trace can be checked by this, and so can a trace that somebody else made.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/graph/walker.hpp"
#include "explorer/store/store.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/replayed.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// What differs between two descriptions: changed and new components in the order
/// of `after`, then those that are gone.
std::vector<Change> difference(const std::vector<Component>& before,
                               const std::vector<Component>& after);

/// Takes the steps of one run on a machine, and keeps them in words. Refers to the walker.
class Retelling {
 public:
  /// From the state that the walker is in.
  Retelling(const Walker& walker, const Program& program);

  /// Whether the step is enabled; then it is taken. Any step may be given.
  bool take(Step step);

  /// The step that was taken last.
  const TraceStep& last() const { return trace_.steps.back(); }

  /// What was taken since the last time; the first one has the components of the first state.
  Trace taken() { return std::exchange(trace_, {}); }

  /// Likewise, of a run that ends here.
  Trace finished();

 private:
  const Walker& walker_;
  RunNames names_;
  std::vector<Component> components_;
  Trace trace_;
};

/// What a machine says of the states of a search: a trace is the steps that lead to one, taken
/// again and compared with the stored bytes at every state. Refers to the set and the test.
class Replay {
 public:
  /// By a machine of its own, like the walker's.
  Replay(const Walker& walker, const Test& test, const MachineOptions& options,
         const VisitedSet& visited)
      : test_(test), options_(options), walker_(walker.like(test, options)), visited_(visited) {}

  /// The trace to a stored state, and one step further if that is given. Throws std::logic_error if
  /// it leads elsewhere.
  Trace trace_to(Position target, std::optional<Step> further = {}) const;

  /// The machine's words on a stored stuck state.
  Phrase stuck_reason(Position position) const;

  /// "P1 is at line 5: `ld.relaxed.gpu r0, x`": what the threads go on with in a stored state from
  /// which no final one can be reached, in steps of the machine that leaves no loop iteration out.
  /// Not each of them need go round for ever: one is enough.
  Phrase endless_reason(Position position) const;

  /// The threads at a barrier in a stored state.
  ThreadMask waiting(Position position) const;

  /// The machine's words on the race of a stored state that has one.
  std::string race_reason(Position position) const;

 private:
  const Test& test_;
  const MachineOptions& options_;
  Walker walker_;
  const VisitedSet& visited_;
};

/// Throws the std::logic_error for a step that is not enabled on replay.
[[noreturn]] void throw_step_missing();

/// Executes the steps from the initial state, up to the first that the machine does not take there:
/// it is not enabled, or the execution has ended before. Any steps may be given. The machine is
/// that of the test with these options.
Replayed replay_steps(const Walker& walker, const Test& test, const MachineOptions& options,
                      std::span<const Step> steps);

/// What else could have happened: the steps that are enabled before each of `steps`, in the
/// machine's order, as far as it takes `steps`. Where the machine is run with reductions, they are
/// those that a search goes on with.
std::vector<std::vector<Choice>> choices_along(const Walker& walker, std::span<const Step> steps);

}  // namespace opexplore
