// Threads in their groups: warps in CTAs, CTAs on GPUs, GPUs in a system (PTX ISA 5.2, 8.5). Who is
// guaranteed to go on is decided group by group.
#pragma once

#include <cstdint>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/promise.hpp"

namespace opexplore {

/// A group, or a thread.
struct Group {
  ScopeLevel level = ScopeLevel::sys;  ///< of a group
  std::uint32_t number = 0;            ///< of the GPU, CTA, warp or thread
  ThreadMask threads = 0;              ///< below it
  std::vector<Group> children;         ///< by their numbers, which say who is the lowest

  bool is_thread() const { return level == ScopeLevel::thread; }
};

/// The tree of the program's threads. Precondition: 1 to max_mask_threads threads.
Group scope_tree(const Program& program);

}  // namespace opexplore
