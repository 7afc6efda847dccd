// The words of the paths in traces.
#include <vector>

#include "opmodel/pipeline/path.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::pipeline {

namespace {

std::string counted(unsigned number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace

std::string Path::text(const Access& access) const {
  const Planned& what = core_.planned(access);
  const std::string& name = core_.name(what.location);
  if (what.reads && what.writes) return "atom " + name;
  return what.reads ? "ld " + name : "st " + name + "=" + std::to_string(access.operand);
}

std::string Path::warp_name(ThreadId thread) const {
  const Plan& plan = core_.plan();
  std::string name;
  for (std::size_t t = 0; t < plan.threads(); ++t) {
    if (plan.warp(static_cast<ThreadId>(t)) != plan.warp(thread)) continue;
    name += (name.empty() ? "" : " ") + thread_name(t);
  }
  return name;
}

std::string Path::path_name(ThreadId thread) const {
  return form_.per_warp ? "the path of the warp of " + warp_name(thread)
                        : "the path of " + core_.plan().sm_name(core_.plan().sm(thread));
}

void Path::describe(const PathState& state, std::vector<Component>& components) const {
  core_.describe(state.core, components);
  const Plan& plan = core_.plan();
  std::vector<bool> seen(plan.threads(), false);
  for (std::size_t t = 0; t < plan.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (seen[t]) continue;
    std::string list;
    for (const InFlight& entry : state.in_flight) {
      if (!same_path(entry.access.thread, thread)) continue;
      list += (list.empty() ? "" : ", ") + thread_name(entry.access.thread) + " " +
              text(entry.access) + (entry.fenced ? " (before a fence)" : "");
    }
    for (std::size_t other = t; other < plan.threads(); ++other) {
      const Access elsewhere{static_cast<ThreadId>(other), 0, 0, 0};
      if (same_path(elsewhere.thread, thread)) seen[other] = true;
    }
    const std::string owner = form_.per_warp ? warp_name(thread) : plan.sm_name(plan.sm(thread));
    components.push_back({owner + " in flight", list.empty() ? "-" : list});
  }
  std::vector<bool> told(plan.warps(), false);
  for (std::size_t t = 0; t < plan.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (told[plan.warp(thread)]) continue;
    told[plan.warp(thread)] = true;
    const Counters pending = counters(state, thread);
    components.push_back({warp_name(thread) + " pending", counted(pending.loads, "load") + ", " +
                                                              counted(pending.stores, "store")});
  }
}

}  // namespace opexplore::pipeline
