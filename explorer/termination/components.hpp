// The loops of a graph of runs: strongly connected components, and what is the same in all of each.
//
// A component that owes what one of its steps raises is no loop, but without such steps there may
// be loops in it; so these are taken out, and components are looked for in what is left.
//
// In a component nobody starts and nobody ends, for neither is undone. A thread without a step
// inside is in one state throughout; so if it waits, it waits for good. The same is so if its warp
// has disabled it: two turns of a warp's stack in which it is once disabled and once not have a
// step of its between them. And whatever a run must do infinitely often is some step or state of
// the component, so the largest set of states says it for all smaller ones: more steps only help
// (docs/progress.md).
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
  Duties unpayable;    ///< steps that raise one of these are left out, for nothing pays there
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
  /// Those of them that steps raised: without these steps nothing is owed. Increasing.
  Duties raised() const;

 private:
  std::optional<Duties> open_;  // in all states so far
  Duties raised_;
  Duties paid_;
};

/// The components of a graph.
class Loops {
 public:
  /// Keeps a reference to the graph.
  explicit Loops(const RunGraph& graph);

  /// Those that infinite runs can stay in, by their entries.
  const std::vector<Loop>& loops() const { return loops_; }
  /// Of how many components a step leads back.
  std::uint64_t cyclic() const { return cyclic_; }
  /// Whether the step is one of the loop. Precondition: the node is.
  bool is_inside(const Loop& loop, const RunEdge& edge) const {
    return component_[edge.to] == loop.component && !raises(edge, loop.unpayable);
  }

 private:
  using Nodes = std::vector<std::uint32_t>;

  void look_at(const Nodes& nodes, const Duties& unpayable);
  std::optional<Loop> loop_of(const Nodes& nodes, const Duties& unpayable) const;
  UnpaidDuties duties_of(const Loop& loop, const Nodes& nodes) const;
  bool raises(const RunEdge& edge, const Duties& duties) const;

  const RunGraph& graph_;
  std::vector<std::uint32_t> component_;  // by node
  std::uint32_t components_ = 0;
  std::vector<Loop> loops_;
  std::uint64_t cyclic_ = 0;
};

}  // namespace opexplore
