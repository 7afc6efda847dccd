#include "explorer/replay.hpp"

#include <algorithm>

namespace opexplore {

namespace {

const Component* named(const std::vector<Component>& components, const std::string& name) {
  const auto found = std::ranges::find(components, name, &Component::name);
  return found == components.end() ? nullptr : &*found;
}

}  // namespace

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

}  // namespace opexplore
