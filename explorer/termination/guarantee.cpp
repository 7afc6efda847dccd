#include "explorer/termination/guarantee.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace opexplore {
namespace {

ThreadMask schedulable(const Threads& threads) {
  return ~(threads.ended | threads.waiting | threads.disabled);
}

bool is_schedulable(const Group& group, const Threads& threads) {
  return (group.threads & schedulable(threads)) != 0;
}

bool has_started(const Group& group, const Threads& threads) {
  return (group.threads & threads.started) != 0;
}

bool has_ended(const Group& group, const Threads& threads) {
  return (group.threads & ~threads.ended) == 0;
}

bool counts_residents(const Promise& promise, const Group& group) {
  return group.level == ScopeLevel::gpu && promise.resident.has_value();
}

bool has_room(const Promise& promise, const Group& gpu, const Threads& threads) {
  const auto resident = std::ranges::count_if(gpu.children, [&](const Group& cta) {
    return has_started(cta, threads) && !has_ended(cta, threads);
  });
  return static_cast<std::uint32_t>(resident) < *promise.resident;
}

// The child with the lowest number that could go on, or as many as there are children.
std::size_t oldest(const Group& group, const Threads& threads) {
  const auto place = std::ranges::find_if(
      group.children, [&](const Group& child) { return is_schedulable(child, threads); });
  return static_cast<std::size_t>(place - group.children.begin());
}

// One more than the last child that has started.
std::size_t behind_last_started(const Group& group, const Threads& threads) {
  std::size_t end = group.children.size();
  while (end != 0 && !has_started(group.children[end - 1], threads)) --end;
  return end;
}

// Whether the group forces the child with this index. Precondition: it is schedulable.
bool forces(const Promise& promise, const Group& group, std::size_t index, const Threads& threads) {
  const Group& child = group.children[index];
  if (counts_residents(promise, group)) {
    // A free place is filled as long as there is something left to start; which, nobody says.
    return has_started(child, threads) || has_room(promise, group, threads);
  }
  switch (promise.model(group.level)) {
    case ProgressModel::fair:
      return true;
    case ProgressModel::hsa:
      return index == oldest(group, threads);
    case ProgressModel::obe:
      return has_started(child, threads);
    case ProgressModel::hsa_obe:
      return has_started(child, threads) || index == oldest(group, threads);
    case ProgressModel::lobe:
      return index < behind_last_started(group, threads);
    case ProgressModel::unfair:
      return false;
  }
  return false;
}

bool is_ok(const Promise& promise, const Group& group, const Threads& threads, ThreadMask run) {
  if (group.is_thread()) return (group.threads & run) != 0;
  bool any = false;
  for (std::size_t index = 0; index < group.children.size(); ++index) {
    const Group& child = group.children[index];
    if (!is_schedulable(child, threads)) continue;
    const bool ok = is_ok(promise, child, threads, run);
    if (!ok && forces(promise, group, index, threads)) return false;
    any = any || ok;
  }
  return any || !is_schedulable(group, threads);
}

// Those of a group that has to go on. If it forces none of its children, some child goes on all the
// same, and it may be any.
ThreadMask guaranteed_in(const Promise& promise, const Group& group, const Threads& threads,
                         bool has_to_go_on) {
  if (group.is_thread()) return group.threads;
  ThreadMask forced = 0;
  ThreadMask any = 0;
  for (std::size_t index = 0; index < group.children.size(); ++index) {
    const Group& child = group.children[index];
    if (!is_schedulable(child, threads)) continue;
    const ThreadMask below = guaranteed_in(promise, child, threads, true);
    any |= below;
    if (forces(promise, group, index, threads)) forced |= below;
  }
  return forced != 0 || !has_to_go_on ? forced : any;
}

// With those who find no room among those who wait: they cannot go on before somebody ends, which
// in a loop nobody does. A GPU on which only they are left is not held to go on.
Threads without_room_waiting(const Promise& promise, const Group& tree, Threads threads) {
  threads.waiting |= tree.threads & ~admitted(promise, tree, threads);
  return threads;
}

// "warp 1 of block 0"; the GPU is named where there are several. `way`: the groups above, the whole
// first.
Phrase name_of(const Group& group, const std::vector<const Group*>& way) {
  if (group.is_thread()) return Phrase::OfThread{static_cast<ThreadId>(group.number)};
  Phrase name;
  const auto add = [&](const Group& named) {
    const std::array<Phrase, 4> kinds{"system", "GPU", Noun::block, Noun::warp};
    name += (name.empty() ? "" : " of ") + kinds[static_cast<std::size_t>(named.level)] + " " +
            std::to_string(named.number);
  };
  add(group);
  const std::size_t named =
      way.front()->children.size() > 1 ? 1 : 2;  // from here on, not the whole
  for (std::size_t above = way.size(); above-- > named;) add(*way[above]);
  return name;
}

}  // namespace

bool asks_who_has_started(const Promise& promise) {
  return promise.resident || std::ranges::any_of(promise.models, [](ProgressModel model) {
           return model == ProgressModel::obe || model == ProgressModel::hsa_obe ||
                  model == ProgressModel::lobe;
         });
}

ThreadMask admitted(const Promise& promise, const Group& tree, const Threads& threads) {
  if (!promise.resident) return tree.threads;
  ThreadMask result = 0;
  for (const Group& gpu : tree.children) {
    const bool room = has_room(promise, gpu, threads);
    for (const Group& cta : gpu.children) {
      if (room || has_started(cta, threads)) result |= cta.threads;
    }
  }
  return result;
}

bool allows(const Promise& promise, const Group& tree, const Threads& threads, ThreadMask run) {
  return is_ok(promise, tree, without_room_waiting(promise, tree, threads), run);
}

ThreadMask guaranteed(const Promise& promise, const Group& tree, const Threads& threads) {
  return guaranteed_in(promise, tree, without_room_waiting(promise, tree, threads), false);
}

Unforced why_not_guaranteed(const Promise& promise, const Group& tree, const Threads& threads,
                            ThreadId thread) {
  std::vector<const Group*> way;
  const Group* group = &tree;
  while (true) {
    const auto place = std::ranges::find_if(group->children, [&](const Group& child) {
      return (child.threads & thread_bit(thread)) != 0;
    });
    const auto index = static_cast<std::size_t>(place - group->children.begin());
    const Group& child = *place;
    way.push_back(group);
    if (child.is_thread() || !forces(promise, *group, index, threads)) {
      if (!has_started(child, threads)) {
        return {group->level, name_of(child, way) + (counts_residents(promise, *group)
                                                         ? " has not started, and there is no room"
                                                         : " has not started")};
      }
      const std::size_t first = oldest(*group, threads);
      const ProgressModel model = promise.model(group->level);
      if (model == ProgressModel::hsa && first < index) {
        return {group->level, name_of(group->children[first], way) + " comes before " +
                                  name_of(child, way) + " and has not ended"};
      }
      return {group->level, "nothing is promised to " + name_of(child, way)};
    }
    group = &child;
  }
}

}  // namespace opexplore
