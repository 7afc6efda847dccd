// What the program alone says of the final values that a test asks for: which instruction gives a
// register its last value, and what may still be stored where. For searches that want a verdict
// (opmodel/parts/goal.hpp).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/parts/goal.hpp"
#include "opmodel/parts/reachable_values.hpp"
#include "opmodel/ptx/semantics.hpp"

namespace opexplore::ptx_model {

/// Where the final value of a register comes from, for a thread that stands before some
/// instruction.
struct LastWrite {
  bool done = false;  ///< nothing ahead writes the register: it has its final value
  /// A read that gives it, with no branch on the way there and no other write behind it.
  std::optional<InstructionId> read;
  std::vector<Scope> fences;  ///< of the fence.sc on the way to the read
  PossibleValues own;         ///< what the thread stores to the read's location on the way
};

/// Computed once per test.
class GoalFacts {
 public:
  GoalFacts(const Test& test, const Semantics& semantics);

  /// Precondition: the observable is a register.
  const LastWrite& last_write(std::size_t observable, InstructionId pc) const {
    return last_writes_[observable][pc];
  }

  /// What the thread may still store to the location from `pc` on; none if nothing.
  const PossibleValues* stores_ahead(ThreadId thread, InstructionId pc, LocationId location) const;

  /// What the observable may be at the end of any execution.
  const PossibleValues& ever(std::size_t observable) const {
    return reachable_.of(test_.observables[observable]);
  }

  /// Whether no execution can decide the condition, by values alone.
  bool refuted() const { return refuted_; }

  /// The observable to which a read at this place gives its last value; nothing if there is none.
  std::optional<std::size_t> decided_by(ThreadId thread, InstructionId pc) const;

 private:
  using Stores = std::vector<std::pair<LocationId, PossibleValues>>;  // by location

  const Test& test_;
  ReachableValues reachable_;
  bool refuted_;
  std::vector<std::vector<LastWrite>> last_writes_;  // per observable, and pc of its thread
  std::vector<std::vector<Stores>> stores_;          // per thread and pc
};

}  // namespace opexplore::ptx_model
