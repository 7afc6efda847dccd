#include "explorer/termination/scope_tree.hpp"

#include <algorithm>
#include <array>

namespace opexplore {
namespace {

std::array<std::uint32_t, 4> path_of(const Thread& thread, std::size_t number) {
  return {thread.gpu, thread.cta, thread.warp, static_cast<std::uint32_t>(number)};
}

Group& child(Group& group, std::uint32_t number) {
  const auto place = std::ranges::lower_bound(group.children, number, {}, &Group::number);
  if (place != group.children.end() && place->number == number) return *place;
  const auto level = static_cast<ScopeLevel>(static_cast<std::size_t>(group.level) + 1);
  return *group.children.insert(place, Group{level, number, 0, {}});
}

}  // namespace

Group scope_tree(const Program& program) {
  Group root;
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    const ThreadMask bit = thread_bit(static_cast<ThreadId>(number));
    Group* group = &root;
    root.threads |= bit;
    for (const std::uint32_t part : path_of(program.threads[number], number)) {
      group = &child(*group, part);
      group->threads |= bit;
    }
  }
  return root;
}

}  // namespace opexplore
