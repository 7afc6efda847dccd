// The graph on which infinite runs are judged: the states of a machine and the steps between them,
// by numbers, and the same with who has started.
//
// Holds no machine type. Everything is numbered in breadth-first order from the initial state, 0,
// so the way by first predecessors is a shortest one, and the same on every run.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "explorer/termination/guarantee.hpp"
#include "explorer/termination/warps.hpp"
#include "opmodel/progress.hpp"
#include "opmodel/rule.hpp"

namespace opexplore {

/// A step of the machine between two of its states.
struct MachineEdge {
  std::uint32_t to = 0;
  Step step;
  bool of_memory = false;
  std::uint32_t duties = no_duties;  ///< index in MachineGraph::step_duties

  static constexpr std::uint32_t no_duties = std::numeric_limits<std::uint32_t>::max();
};

/// What ends here.
enum class NodeEnd : std::uint8_t {
  none,
  final,  ///< all threads are done, and memory
  race,   ///< a data race: behind it nothing is known
  bound   ///< the machine gave up
};

/// A state of the machine.
struct MachineNode {
  Standing standing;
  NodeEnd end = NodeEnd::none;
  bool may_be_dead_end = false;  ///< TellsDeadEnds: on the way between states of executions
  Duties duties;                 ///< open here
};

/// The states that a machine can reach.
struct MachineGraph {
  std::vector<MachineNode> nodes;
  std::vector<std::uint64_t> first;  ///< by node, where its edges begin; then the end
  std::vector<MachineEdge> edges;
  std::vector<StepDuties> step_duties;
  std::size_t threads = 0;            ///< of which `places` says where they are
  std::vector<InstructionId> places;  ///< by node and thread; empty unless HasPlaces

  std::span<const InstructionId> places_of(std::uint32_t node) const {
    return std::span(places).subspan(node * threads, threads);
  }
  std::span<const MachineEdge> edges_of(std::uint32_t node) const {
    return std::span(edges).subspan(first[node], first[node + 1] - first[node]);
  }
};

/// A step of a run, with who has started: from one node of RunGraph to another.
struct RunEdge {
  std::uint32_t to = 0;
  std::uint64_t edge = 0;  ///< index in MachineGraph::edges
};

/// The states of all runs that a promise admits: a state of the machine, who has started if that
/// makes a difference, and the stacks of warps that have them. The promise decides only that, where
/// it counts residents, and where warps have stacks; one graph serves all others.
class RunGraph {
 public:
  /// Keeps a reference to the graph. Precondition: it has places, if warps have stacks.
  RunGraph(const MachineGraph& machine, const Promise& promise, const Group& tree,
           const Warps& warps);

  std::size_t size() const { return states_.size(); }
  std::span<const RunEdge> edges_of(std::uint32_t node) const {
    return std::span(edges_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  std::size_t edges() const { return edges_.size(); }
  const MachineEdge& step(const RunEdge& edge) const { return machine_.edges[edge.edge]; }
  const MachineNode& state(std::uint32_t node) const { return machine_.nodes[states_[node]]; }
  const MachineGraph& machine() const { return machine_; }

  Threads threads(std::uint32_t node) const {
    const Standing& standing = state(node).standing;
    return {started_[node], standing.ended, standing.waiting,
            Warps::disabled(stacks_[stacks_of_[node]]) & ~standing.ended};
  }

  /// Threads wait, and neither they nor memory can do anything about it.
  bool is_deadlock(std::uint32_t node) const;

  /// The steps of a shortest way from the initial state.
  std::vector<Step> way_to(std::uint32_t node) const;

 private:
  const MachineGraph& machine_;
  std::vector<std::uint32_t> states_;  // by node
  std::vector<ThreadMask> started_;
  std::vector<std::uint32_t> stacks_of_;  // index in stacks_
  std::vector<WarpStacks> stacks_;        // each once
  std::vector<std::uint64_t> first_;
  std::vector<RunEdge> edges_;
  std::vector<std::uint32_t> before_;  // by node: the one from which it was found,
  std::vector<Step> by_;               // and how
};

}  // namespace opexplore
