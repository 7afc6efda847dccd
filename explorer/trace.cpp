#include "explorer/trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace opexplore {

std::vector<Position> path_to(const VisitedSet& visited, Position target) {
  std::vector<Position> path{target};
  while (path.back() != 0) path.push_back(visited.at(path.back()).predecessor);
  std::ranges::reverse(path);
  return path;
}

void check_replay(std::string_view replayed, std::string_view stored) {
  if (replayed == stored) return;
  throw std::logic_error("replay of a trace reached another state than the search");
}

void throw_step_missing() {
  throw std::logic_error("replay of a trace met a step that is not enabled");
}

}  // namespace opexplore
