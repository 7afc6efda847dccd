// Steps executed with the rules of a machine alone: no store, no search. What a search says about a
// trace can be checked by this, and so can a trace that somebody else made.
#pragma once

#include <span>
#include <vector>

#include "explorer/walker.hpp"
#include "opmodel/condition.hpp"
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
