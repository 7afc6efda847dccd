// The orders of an execution as a graph, and cheapest paths in it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "answers/why/cycle.hpp"

namespace opexplore::why_parts {

/// Which arcs a path may take.
enum class Along : std::uint8_t {
  time,       ///< program order, reads-from and barriers
  coherence,  ///< and coherence
  all         ///< and from-reads
};

/// Invariant: arcs within a thread that agree with program order are left to it.
class Graph {
 public:
  explicit Graph(const Happening& happening);

  /// The cheapest path: with the fewest from-reads, then the fewest coherence arcs, then along what
  /// already synchronises. Nothing where there is none; empty if both are one.
  std::optional<Path> path(EventNumber from, EventNumber to, Along along) const;

  /// All arcs but those of program order.
  const std::vector<Arc>& others() const { return others_; }

  static std::uint64_t cost(const Path& path);

 private:
  void add(Link link, EventNumber from, EventNumber to);
  std::vector<std::vector<Arc>> out_;
  std::vector<Arc> others_;
  const Happening& happening_;
};

/// Joins what follows from one arc: program order with program order, and a from-read or coherence
/// with coherence.
Path joined(const Path& path);

}  // namespace opexplore::why_parts
