#include "opmodel/machines/vulkan/interactions.hpp"

#include <algorithm>

namespace opexplore::vulkan {

Interactions::Interactions(const Program& program, const Plan& plan, bool exact)
    : plan_(plan), exact_(exact), accesses_(program.locations.size()) {
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    for (const OperationId id : plan.ahead(static_cast<ThreadId>(index), 0)) {
      if (plan[id].is_access()) accesses_[plan[id].location].push_back(id);
    }
  }
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto& instructions = program.threads[index].instructions;
    has_quorum_ = has_quorum_ || std::ranges::any_of(instructions, [](const Instruction& one) {
                    const Barrier* const barrier = barrier_of(one.action);
                    return barrier != nullptr && barrier->quorum;
                  });
    std::vector<Point>& points = points_.emplace_back();
    for (std::size_t at = 0; at <= instructions.size(); ++at) {
      points.push_back(point(static_cast<ThreadId>(index), static_cast<InstructionId>(at)));
      points.back().loops_without_races =
          !may_race_in_loop(static_cast<ThreadId>(index), static_cast<InstructionId>(at));
    }
  }
  for (const std::vector<OperationId>& accesses : accesses_) {
    for (const OperationId a : accesses) {
      any_races_ =
          any_races_ || std::ranges::any_of(accesses, [&](OperationId b) { return race(a, b); });
    }
  }
}

Interactions::Point Interactions::point(ThreadId thread, InstructionId at) const {
  Point result;
  for (const OperationId id : plan_.ahead(thread, at)) {
    if (!plan_[id].is_access()) continue;
    result.ahead.add(id);
    for (const OperationId other : accesses_[plan_[id].location]) {
      if (race(id, other)) result.races.add(other);
      if (decide(id, other)) result.decides.add(other);
    }
  }
  return result;
}

// Whether one of the accesses from which the thread may come here, and to which it may come from
// here, can race.
bool Interactions::may_race_in_loop(ThreadId thread, InstructionId at) const {
  return std::ranges::any_of(plan_.ahead(thread, at), [&](OperationId id) {
    const auto back = plan_.ahead(thread, plan_[id].at);
    const bool is_in_loop =
        std::ranges::any_of(back, [&](OperationId other) { return plan_[other].at == at; });
    if (!is_in_loop || !plan_[id].is_access()) return false;
    return std::ranges::any_of(accesses_[plan_[id].location],
                               [&](OperationId other) { return race(id, other); });
  });
}

// Accesses of one thread through one reference are in the order of their location.
bool Interactions::race(OperationId a, OperationId b) const {
  const Operation& first = plan_[a];
  const Operation& second = plan_[b];
  if (!first.is_write() && !second.is_write()) return false;
  if (first.thread == second.thread && first.reference == second.reference) return false;
  return !plan_.mutually_ordered(a, b);
}

// A write that is not mutually ordered with the read, and that the read does not come after, comes
// after it, or they race.
bool Interactions::decide(OperationId write, OperationId read) const {
  if (!plan_[write].is_write() || !plan_[read].is_read()) return false;
  if (plan_[write].thread == plan_[read].thread) return false;
  return exact_ || plan_.mutually_ordered(write, read);
}

}  // namespace opexplore::vulkan
