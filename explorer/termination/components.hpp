// The loops of a graph of runs: strongly connected components, and what is the same in all of each.
//
// In a component nobody starts and nobody ends, for neither is undone. A thread without a step
// inside is in one state throughout; so if it waits, it waits for good. And whatever a run must do
// infinitely often is some step or state of the component, so the largest set of states says it for
// all smaller ones: more steps only help (docs/progress.md).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/termination/graph.hpp"

namespace opexplore {

/// A component with at least one step of a thread inside, in which memory may be fair.
struct Loop {
  std::uint32_t entry = 0;  ///< its first node
  std::uint32_t component = 0;
  ThreadMask run = 0;  ///< threads with a step inside
  Threads threads;     ///< those that do not go on in it
};

/// The components of a graph.
class Loops {
 public:
  explicit Loops(const RunGraph& graph);

  /// Those that infinite runs can stay in, by their entries.
  const std::vector<Loop>& loops() const { return loops_; }
  /// Of how many components a step leads back.
  std::uint64_t cyclic() const { return cyclic_; }
  bool is_inside(const Loop& loop, std::uint32_t node) const {
    return component_[node] == loop.component;
  }

 private:
  std::optional<Loop> loop_of(const RunGraph& graph, const std::vector<std::uint32_t>& nodes);
  bool is_fair(const RunGraph& graph, const std::vector<std::uint32_t>& nodes) const;

  std::vector<std::uint32_t> component_;  // by node
  std::vector<Loop> loops_;
  std::uint64_t cyclic_ = 0;
};

/// The duties that a set of states and steps has not paid: open in all of its states, or raised by
/// one of its steps, and paid by none.
class UnpaidDuties {
 public:
  /// A state that is visited again and again.
  void add_state(const Duties& open);
  /// A step that is taken again and again; nothing where it has none.
  void add_step(const StepDuties& duties);
  /// Increasing.
  Duties unpaid() const;

 private:
  std::optional<Duties> open_;  // in all states so far
  Duties raised_;
  Duties paid_;
};

}  // namespace opexplore
