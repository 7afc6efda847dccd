#include "litmus/placement.hpp"

#include <set>

namespace opexplore {

std::uint32_t default_warp(const Program& program, ThreadId thread) {
  const Thread& placed = program.threads[thread];
  std::set<std::uint32_t> taken;
  for (ThreadId i = 0; i < thread; ++i) {
    const Thread& other = program.threads[i];
    if (other.gpu == placed.gpu && other.cta == placed.cta) taken.insert(other.warp);
  }
  std::uint32_t free = 0;
  while (taken.contains(free)) ++free;
  return free;
}

}  // namespace opexplore
