// From a stored state back to the beginning, and forward again: a trace is the
// list of steps that lead there, replayed on a machine of its own and compared with
// the stored bytes at every state, then put into words.
#pragma once

#include <optional>
#include <string>

#include "explorer/store.hpp"
#include "explorer/walker.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/phrase.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// What a machine says of the states of a search. Refers to the set and the test.
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

}  // namespace opexplore
