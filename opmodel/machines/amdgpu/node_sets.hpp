// Sets of the nodes of a graph, and relations between them.
#pragma once

#include <bit>
#include <cstddef>

#include "opmodel/machines/cxx/relations.hpp"

namespace opexplore::amdgpu {

using cxx::Matrix;
using cxx::NodeSet;

inline NodeSet bit(std::size_t node) { return NodeSet{1} << node; }

/// Calls `use` for each node of the set, in order.
template <class Use>
void for_each_node(NodeSet set, const Use& use) {
  for (; set != 0; set &= set - 1) use(static_cast<std::size_t>(std::countr_zero(set)));
}

/// Whether the relation has a cycle.
inline bool has_cycle(Matrix relation, std::size_t size) {
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t a = 0; a < size; ++a) {
      if ((relation[a] & bit(k)) != 0) relation[a] |= relation[k];
    }
  }
  for (std::size_t a = 0; a < size; ++a) {
    if ((relation[a] & bit(a)) != 0) return true;
  }
  return false;
}

}  // namespace opexplore::amdgpu
