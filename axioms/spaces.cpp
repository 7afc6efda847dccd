#include "axioms/spaces.hpp"

#include <algorithm>
#include <vector>

namespace opexplore::axioms {

namespace {

bool is_restricted(AsynchronousFence::Kind kind) {
  return kind == AsynchronousFence::Kind::restricted_release ||
         kind == AsynchronousFence::Kind::restricted_acquire;
}

// Of each such fence of the program, whether it orders accesses to the location.
std::vector<bool> admitted_by(const Program& program, LocationId location) {
  std::vector<bool> result;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& instruction : program.threads[t].instructions) {
      const auto* const action = std::get_if<Asynchronous>(&instruction.action);
      const auto* const fence =
          action != nullptr ? std::get_if<AsynchronousFence>(&action->what) : nullptr;
      if (fence == nullptr || !is_restricted(fence->kind)) continue;
      result.push_back(lies_in(program, location, fence->space, static_cast<ThreadId>(t)));
    }
  }
  return result;
}

}  // namespace

bool lies_in(const Program& program, LocationId location, Space space, ThreadId thread) {
  const Location& where = program.locations[location];
  if (space == Space::all) return true;
  if (space == Space::global) return where.region == Region::global;
  if (where.region != Region::shared) return false;
  const Scope reach = space == Space::shared_cta ? Scope::cta : Scope::cluster;
  return std::ranges::any_of(program.threads, [&](const Thread& owner) {
    return owner.cta == where.cta && owner.gpu == where.gpu &&
           common_scope(program.threads[thread], owner) <= reach;
  });
}

bool covers(const Program& program, const GraphEvent& fence, LocationId location) {
  const AsynchronousEvent& what = *fence.what.asynchronous;
  if (what.object) return program.addresses[*what.object].location == location;
  return lies_in(program, location, what.space, fence.thread);
}

std::size_t class_of_location(const Program& program, LocationId location) {
  std::vector<std::vector<bool>> classes;
  const std::vector<bool> mine = admitted_by(program, location);
  classes.emplace_back(mine.size(), false);
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    std::vector<bool> other = admitted_by(program, static_cast<LocationId>(l));
    if (std::ranges::find(classes, other) == classes.end()) classes.push_back(std::move(other));
  }
  if (classes.size() > location_classes) {
    throw Unsupported("`.sync_restrict` fences that tell more than three kinds of locations apart");
  }
  return static_cast<std::size_t>(std::ranges::find(classes, mine) - classes.begin());
}

bool admits(const Program& program, const GraphEvent& fence, std::size_t location_class) {
  if (!fence.what.asynchronous || !is_restricted(fence.what.asynchronous->fence)) return false;
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    const auto location = static_cast<LocationId>(l);
    if (class_of_location(program, location) != location_class) continue;
    return location_class != 0 && covers(program, fence, location);
  }
  return false;
}

}  // namespace opexplore::axioms
