#include "axioms/grids_and_clusters.hpp"

#include <algorithm>
#include <vector>

namespace opexplore::axioms {

namespace {

using WaitKind = AsynchronousEvent::Kind;

// The events of that kind of a thread, in program order.
std::vector<EventIndex> events_of_kind(const Skeleton& skeleton, ThreadId thread, WaitKind kind) {
  std::vector<EventIndex> result;
  for (EventIndex e = 0; e < skeleton.size(); ++e) {
    const GraphEvent& event = skeleton.events[e];
    const auto& what = event.what.asynchronous;
    if (event.thread == thread && what && what->kind == kind) result.push_back(e);
  }
  return result;
}

EventSet thread_events(const Skeleton& skeleton, ThreadId thread) {
  EventSet result = 0;
  for (EventIndex e = 0; e < skeleton.size(); ++e) {
    const GraphEvent& event = skeleton.events[e];
    if (event.thread == thread && !event.what.apart()) result |= event_bit(e);
  }
  return result;
}

EventSet launches_or_all(const Skeleton& skeleton, ThreadId thread) {
  const auto launches = events_of_kind(skeleton, thread, WaitKind::launch);
  return launches.empty() ? thread_events(skeleton, thread) : event_bit(launches.front());
}

// Calls use(thread, wait, arrival) for each wait at a cluster barrier and each thread that it waits
// for; no arrival: the thread has none of that round.
template <class Use>
void for_each_awaited(const Skeleton& skeleton, Use&& use) {
  const auto threads = static_cast<ThreadId>(skeleton.paths.size());
  for (ThreadId waiting = 0; waiting < threads; ++waiting) {
    const auto waits = events_of_kind(skeleton, waiting, WaitKind::cluster_wait);
    for (ThreadId other = 0; other < threads; ++other) {
      if (!in_one_cluster(skeleton.program, waiting, other)) continue;
      const auto arrivals = events_of_kind(skeleton, other, WaitKind::cluster_arrive);
      for (std::size_t round = 0; round < waits.size(); ++round) {
        const bool arrives = round < arrivals.size();
        use(other, waits[round], arrives ? std::optional(arrivals[round]) : std::nullopt);
      }
    }
  }
}

bool stays(const Skeleton& skeleton, ThreadId thread) {
  return skeleton.paths[thread]->stuck != Stuck::no;
}

// Whether somebody keeps the next round of the waiting thread closed.
bool round_is_closed(const Skeleton& skeleton, ThreadId waiting) {
  const auto round = events_of_kind(skeleton, waiting, WaitKind::cluster_wait).size();
  for (ThreadId other = 0; other < skeleton.paths.size(); ++other) {
    if (!stays(skeleton, other) || !in_one_cluster(skeleton.program, waiting, other)) continue;
    if (events_of_kind(skeleton, other, WaitKind::cluster_arrive).size() <= round) return true;
  }
  return false;
}

bool agree_on_grids(const Skeleton& skeleton, ThreadId thread) {
  const std::vector<Thread>& threads = skeleton.program.threads;
  bool start_closed = false;
  bool end_closed = false;
  for (ThreadId other = 0; other < threads.size(); ++other) {
    if (!stays(skeleton, other) || threads[other].grid >= threads[thread].grid) continue;
    end_closed = true;
    const bool launched = !events_of_kind(skeleton, other, WaitKind::launch).empty();
    if (threads[other].grid + 1 == threads[thread].grid && !launched) start_closed = true;
  }
  const Stuck stuck = skeleton.paths[thread]->stuck;
  if (start_closed != (stuck == Stuck::at_start)) return false;
  const bool passes = !events_of_kind(skeleton, thread, WaitKind::grid_wait).empty();
  return end_closed ? !passes : stuck != Stuck::at_grid_wait;
}

}  // namespace

bool in_one_cluster(const Program& program, ThreadId a, ThreadId b) {
  return common_scope(program.threads[a], program.threads[b]) <= Scope::cluster;
}

Relation cluster_rounds(const Skeleton& skeleton) {
  Relation result(skeleton.size());
  for_each_awaited(skeleton, [&](ThreadId, EventIndex wait, std::optional<EventIndex> arrival) {
    if (arrival) result.add(*arrival, wait);
  });
  return result;
}

Relation cluster_exits(const Skeleton& skeleton) {
  Relation result(skeleton.size());
  for_each_awaited(
      skeleton, [&](ThreadId other, EventIndex wait, std::optional<EventIndex> arrival) {
        if (arrival || skeleton.events[wait].thread == other) return;
        for_each_event(thread_events(skeleton, other), [&](EventIndex e) { result.add(e, wait); });
      });
  return result;
}

Relation grid_starts(const Skeleton& skeleton) {
  Relation result(skeleton.size());
  const std::vector<Thread>& threads = skeleton.program.threads;
  for (ThreadId thread = 0; thread < threads.size(); ++thread) {
    const EventSet needed = launches_or_all(skeleton, thread);
    for (EventIndex e = 0; e < skeleton.size(); ++e) {
      const ThreadId later = skeleton.events[e].thread;
      if (later == no_thread || threads[later].grid != threads[thread].grid + 1) continue;
      for_each_event(needed, [&](EventIndex before) { result.add(before, e); });
    }
  }
  return result;
}

bool agree_on_waits(const Skeleton& skeleton) {
  bool agree = true;
  for_each_awaited(skeleton, [&](ThreadId other, EventIndex, std::optional<EventIndex> arrival) {
    if (!arrival && stays(skeleton, other)) agree = false;
  });
  for (ThreadId thread = 0; agree && thread < skeleton.paths.size(); ++thread) {
    const bool at_cluster = skeleton.paths[thread]->stuck == Stuck::at_cluster_wait;
    if (at_cluster && !round_is_closed(skeleton, thread)) return false;
    if (!agree_on_grids(skeleton, thread)) return false;
  }
  return agree;
}

}  // namespace opexplore::axioms
