// A static over-approximation of "happens later": program order, reads-from and
// barriers between the instructions of a program.
#pragma once

#include <vector>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/barrier_order.hpp"
#include "opmodel/program.hpp"

namespace opexplore::ptx_model {

class Semantics;

/// An instruction of a program, whichever of its executions is meant.
struct Node {
  ThreadId thread = 0;
  InstructionId at = 0;
  bool operator==(const Node&) const = default;
};

/// A set of nodes: per thread and instruction.
using Marks = std::vector<std::vector<char>>;

class TimeGraph {
 public:
  /// Uses the accesses, distances and reading of `semantics`; those must be built.
  explicit TimeGraph(const Semantics& semantics);

  const Semantics& semantics() const { return semantics_; }

  /// The empty set.
  Marks no_marks() const;

  /// The instructions that may follow in the node's thread.
  std::vector<InstructionId> next(Node node) const;

  /// Marks everything that may follow in the node's thread.
  void mark_after(Node node, Marks& later) const;

  /// Appends what the node leads to elsewhere: reads of the location that it writes, and barriers
  /// of its CTA if it is one, or if who waits there may go on without the thread from then on.
  void reach_other_threads(Node node, std::vector<Node>& found) const;

  /// The latter alone.
  void reach_barriers(Node node, std::vector<Node>& found) const;

  /// The starts, and all that they lead to by these steps.
  Marks everything_after(const std::vector<Node>& starts) const;

  /// Whether barriers put `first` in front of `second`, of other threads, in every execution.
  bool precedes(Node first, Node second) const;

  /// Whether barriers make the read happen before the write in causality (PTX ISA 8.9.5), so that
  /// it never reads from it.
  bool reads_before(Node read, Node write) const;

  /// Whether the instruction is a barrier.
  bool is_barrier(Node node) const;

  /// Whether both are barriers of one resource, as far as that is known.
  bool same_barrier(Node one, Node other) const;

  /// Whether both are barriers, and who goes on from the second because of the first knows what the
  /// thread of that knew. Who goes on because it has ended does not.
  bool takes_along(Node from, Node to) const;

  /// Whether the thread may go from here to its end, or past barriers that are passable. Who waits
  /// for it then waits no longer.
  bool may_pass_by(Node node) const;

 private:
  template <class Use>
  void for_each_node(const Use& use) const;

  const Semantics& semantics_;
  BarrierPlan barriers_;
  BarrierOrder order_;
};

}  // namespace opexplore::ptx_model
