// The events of a trace and the relations between them, before anyone draws them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/report.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// One node: an event of a thread, or an initial write (no thread).
struct EventNode {
  std::optional<ThreadId> thread;
  std::size_t step = 0;   ///< number of its step, from 1; 0 for an initial write
  std::string letter;     ///< "a", "b", …, "z", "aa", … in thread and program order
  std::string operation;  ///< "W[x]=1", or the text of the instruction
  bool reads = false;
};

using Edge = std::pair<std::size_t, std::size_t>;  ///< indices of nodes, from first to second

struct EventGraph {
  std::vector<EventNode> nodes;  ///< threads in order, then the initial writes
  std::vector<Edge> program_order;
  std::vector<Edge> reads_from;
  std::vector<Edge> coherence;   ///< without the pairs that follow from others
  std::vector<Edge> from_reads;  ///< to the next writes in coherence order
};

/// The graph of a trace. Events stand in program order: that of the instructions
/// where a thread has no backward jump, else that of its steps.
EventGraph event_graph(const Test& test, const Trace& trace);

}  // namespace opexplore
