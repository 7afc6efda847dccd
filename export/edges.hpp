// Relations between numbered events, as pairs.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace opexplore {

using Edge = std::pair<std::size_t, std::size_t>;  ///< indices of events, from first to second

/// Whether the relation is a strict order: transitive, no event before itself.
bool is_order(const std::vector<Edge>& edges);

/// The pairs of the transitive closure with nothing between them, in increasing order.
std::vector<Edge> without_implied(const std::vector<Edge>& edges);

}  // namespace opexplore
