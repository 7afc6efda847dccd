#include "axioms/barrier_quorums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

namespace {

constexpr std::size_t most_participants = 16;

// One instance of one workgroup, or of what else confines it.
struct Meeting {
  VulkanScope reach = VulkanScope::workgroup;
  std::vector<Arrival> arrivals;
  EventSet members = 0;  // synchronised: those that it opens for
};

// By what confines it, the first thread that it has, instance and id.
using MeetingKey = std::tuple<VulkanScope, ThreadId, Value, std::optional<Value>>;

void check(const Meeting& meeting) {
  if (meeting.arrivals.size() > most_participants) {
    throw Unsupported("more than 16 participants of one barrier");
  }
  const std::optional<Value> quorum = meeting.arrivals.front().quorum;
  if (quorum && *quorum < 1) throw Unsupported("a barrier quorum below one");
  for (std::size_t i = 0; i < meeting.arrivals.size(); ++i) {
    if (meeting.arrivals[i].quorum != quorum) {
      throw Unsupported("participants of one barrier name different quorums");
    }
    if (i > 0 && meeting.arrivals[i].thread == meeting.arrivals[i - 1].thread) {
      throw Unsupported("a thread that comes to one instance of a barrier twice");
    }
  }
}

class Meetings {
 public:
  Meetings(const Skeleton& skeleton, const std::vector<Arrival>& arrivals, bool by_scope)
      : skeleton_(skeleton), by_scope_(by_scope) {
    std::map<MeetingKey, Meeting> found;
    for (const Arrival& arrival : arrivals) {
      const VulkanScope reach = reach_of(barrier_at(arrival));
      Meeting& meeting =
          found[{reach, first_sharing(reach, arrival.thread), arrival.instance, arrival.id}];
      meeting.reach = reach;
      meeting.arrivals.push_back(arrival);
    }
    for (auto& [key, meeting] : found) meetings_.push_back(std::move(meeting));
    for (const Meeting& meeting : meetings_) check(meeting);
  }

  std::vector<Relation> orders() {
    if (all_expected_come()) choose_members(0);
    return std::move(results_);
  }

 private:
  const Thread& thread_of(const Arrival& arrival) const {
    return skeleton_.program.threads[arrival.thread];
  }

  const Barrier& barrier_at(const Arrival& arrival) const {
    const PathEvent& what = skeleton_.events[arrival.event].what;
    return *barrier_of(thread_of(arrival).instructions[what.instruction].action);
  }
  VulkanScope reach_of(const Barrier& barrier) const {
    return by_scope_ ? barrier.vulkan->scope : VulkanScope::workgroup;
  }
  ThreadId first_sharing(VulkanScope scope, ThreadId thread) const {
    const auto& threads = skeleton_.program.threads;
    ThreadId first = 0;
    while (!share(scope, threads[first], threads[thread])) ++first;
    return first;
  }

  // Whether who is waited for comes at all.
  bool all_expected_come() const {
    return std::ranges::all_of(meetings_, [&](const Meeting& meeting) {
      const auto& threads = skeleton_.program.threads;
      if (meeting.arrivals.front().quorum) return true;
      for (std::size_t t = 0; t < threads.size(); ++t) {
        const Thread& first = thread_of(meeting.arrivals.front());
        if (!share(meeting.reach, threads[t], first)) continue;
        const bool came = std::ranges::any_of(
            meeting.arrivals, [&](const Arrival& arrival) { return arrival.thread == t; });
        if (!came && is_expected(static_cast<ThreadId>(t), meeting)) return false;
      }
      return true;
    });
  }

  // Whether the text of that thread, which does not come, has a barrier of that instance.
  bool is_expected(ThreadId thread, const Meeting& meeting) const {
    const Arrival& at = meeting.arrivals.front();
    const auto& instructions = skeleton_.program.threads[thread].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const Barrier* const barrier = barrier_of(instructions[i].action);
      if (barrier == nullptr || barrier->instance != at.instance) continue;
      if (reach_of(*barrier) != meeting.reach) continue;
      if (barrier->id.has_value() != at.id.has_value()) continue;
      if (!barrier->id) return true;
      const auto* const constant = std::get_if<Value>(&*barrier->id);
      if (constant != nullptr ? *constant == *at.id : !is_reached(thread, i)) return true;
    }
    return false;
  }

  // If it is, an id from a register has turned out to be another one.
  bool is_reached(ThreadId thread, std::size_t instruction) const {
    bool reached = false;
    for_each_event(skeleton_.barriers, [&](EventIndex e) {
      const GraphEvent& event = skeleton_.events[e];
      if (event.thread == thread && event.what.instruction == instruction) reached = true;
    });
    return reached;
  }

  void choose_members(std::size_t at) {
    if (at == meetings_.size()) {
      if (can_pass()) results_.push_back(order());
      return;
    }
    Meeting& meeting = meetings_[at];
    const std::size_t count = meeting.arrivals.size();
    const Value wanted = meeting.arrivals.front().quorum.value_or(static_cast<Value>(count));
    for (std::uint32_t chosen = 1; chosen < 1U << count; ++chosen) {
      if (std::popcount(chosen) != wanted) continue;
      meeting.members = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if ((chosen >> i & 1U) != 0) meeting.members |= event_bit(meeting.arrivals[i].event);
      }
      choose_members(at + 1);
    }
  }

  // Runs the threads from barrier to barrier: a thread waits until the members are there.
  bool can_pass() const {
    std::vector<EventSet> waits_for(skeleton_.size(), 0);
    for (const Meeting& meeting : meetings_) {
      for (const Arrival& arrival : meeting.arrivals) waits_for[arrival.event] = meeting.members;
    }
    const Relation earlier = skeleton_.program_order.inverse();
    EventSet arrived = 0;
    EventSet passed = 0;
    for (bool more = true; more;) {
      more = false;
      for_each_event(skeleton_.barriers & ~passed, [&](EventIndex e) {
        const EventSet before = earlier.row(e) & skeleton_.barriers;
        if ((before & ~passed) != 0) return;
        more = more || (arrived & event_bit(e)) == 0;
        arrived |= event_bit(e);
        if ((waits_for[e] & ~arrived) != 0) return;
        passed |= event_bit(e);
        more = true;
      });
    }
    return passed == skeleton_.barriers;
  }

  Relation order() const {
    Relation result(skeleton_.size());
    for (const Meeting& meeting : meetings_) {
      for (const Arrival& to : meeting.arrivals) {
        for_each_event(meeting.members & ~event_bit(to.event),
                       [&](EventIndex member) { result.add(member, to.event); });
      }
    }
    return result;
  }

  const Skeleton& skeleton_;
  bool by_scope_;
  std::vector<Meeting> meetings_;
  std::vector<Relation> results_;
};

}  // namespace

std::vector<Relation> quorum_orders(const Skeleton& skeleton, const std::vector<Arrival>& arrivals,
                                    bool by_scope) {
  return Meetings(skeleton, arrivals, by_scope).orders();
}

}  // namespace opexplore::axioms
