// What holds of a graph of runs under a promise, and the steps that show what does not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/termination/components.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// The first loop that the promise allows, or nothing.
const Loop* allowed_loop(const Loops& loops, const Promise& promise, const Group& tree);

/// The nodes, by number, from which the threads that the promise guarantees, and memory, can come
/// to an end, or to where nobody is guaranteed (the strong notion). A deadlock is no end.
std::vector<bool> can_end(const RunGraph& graph, const Promise& promise, const Group& tree);

/// The first deadlock, or nothing.
std::optional<std::uint32_t> first_deadlock(const RunGraph& graph);

/// A walk from the entry back to it: each thread of the loop has a step on it, and it pays the
/// duties of memory.
std::vector<Step> walk_around(const RunGraph& graph, const Loops& loops, const Loop& loop);

/// The number of nodes that guaranteed threads and memory lead to, the node itself included.
std::uint64_t trapped(const RunGraph& graph, const Promise& promise, const Group& tree,
                      std::uint32_t node);

}  // namespace opexplore
