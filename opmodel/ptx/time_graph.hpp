// A static over-approximation of "happens later": program order, reads-from and
// barriers between the instructions of a program.
//
// It answers two questions that decide whether the in-order machine is exact.
// Both may answer yes too often (that costs time, never exactness) and never no
// too often.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::ptx_model {

class Semantics;

// WART: coarse-analysis. A compare-and-swap lock is taken for load buffering.
class TimeGraph {
 public:
  /// Uses the accesses, distances and reading of `semantics`; those must be built.
  explicit TimeGraph(const Semantics& semantics);

  /// Whether a write that the access could read may follow from an instruction
  /// after it that does not depend on its value (load buffering).
  bool may_read_from_its_future(ThreadId thread, InstructionId at) const;

  /// Whether some fence.sc may causelessly follow one that it could precede in
  /// the SC order: a path leads from the one to the other that does not synchronise.
  bool may_reorder_fences() const;

 private:
  struct Node {
    ThreadId thread = 0;
    InstructionId at = 0;
  };
  using Marks = std::vector<std::vector<char>>;  ///< per thread and instruction

  Marks no_marks() const;
  std::vector<InstructionId> next(Node node) const;
  void mark_after(Node node, Marks& later) const;
  void reach_other_threads(Node node, std::vector<Node>& found) const;
  std::vector<Node> independent_followers(Node access) const;
  bool may_precede(Node first, Node second) const;
  bool always_synchronises(Node write, Node read) const;
  Marks everything_after(const std::vector<Node>& starts) const;
  void reach_from_rest(Node to, std::vector<Node>& found) const;
  std::vector<Node> first_hops(Node fence, const Marks& own, ThreadId thread) const;
  bool fence_may_follow(Node fence) const;

  const Semantics& semantics_;
};

}  // namespace opexplore::ptx_model
