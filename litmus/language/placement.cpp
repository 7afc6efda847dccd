#include "litmus/language/placement.hpp"

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

std::string placement_text(const Program& program, ThreadId thread) {
  const Thread& placed = program.threads[thread];
  const bool own = placed.warp == default_warp(program, thread);
  const std::string warp = own ? "" : "warp " + std::to_string(placed.warp) + ",";
  const std::string cluster =
      placed.cluster ? ",cluster " + std::to_string(*placed.cluster) : std::string();
  const std::string grid = placed.grid != 0 ? ",grid " + std::to_string(placed.grid) : "";
  return "@" + warp + "cta " + std::to_string(placed.cta) + cluster + grid + ",gpu " +
         std::to_string(placed.gpu);
}

}  // namespace opexplore
