#include "explorer/trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace opexplore {

namespace {

const Component* named(const std::vector<Component>& components, const std::string& name) {
  const auto found = std::ranges::find(components, name, &Component::name);
  return found == components.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Position> path_to(const VisitedSet& visited, Position target) {
  std::vector<Position> path{target};
  while (path.back() != 0) path.push_back(visited.at(path.back()).predecessor);
  std::ranges::reverse(path);
  return path;
}

std::vector<Change> difference(const std::vector<Component>& before,
                               const std::vector<Component>& after) {
  std::vector<Change> changes;
  for (const Component& now : after) {
    const Component* const then = named(before, now.name);
    if (then == nullptr) {
      changes.push_back({now.name, "", now.value});
    } else if (then->value != now.value) {
      changes.push_back({now.name, then->value, now.value});
    }
  }
  for (const Component& then : before) {
    if (named(after, then.name) == nullptr) changes.push_back({then.name, then.value, ""});
  }
  return changes;
}

void check_replay(std::string_view replayed, std::string_view stored) {
  if (replayed == stored) return;
  throw std::logic_error("replay of a trace reached another state than the search");
}

void throw_step_missing() {
  throw std::logic_error("replay of a trace met a step that is not enabled");
}

}  // namespace opexplore
