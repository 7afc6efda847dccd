#include "opmodel/pipeline/choice.hpp"

#include <algorithm>
#include <bit>

namespace opexplore::pipeline {

Choice::Choice(const Test& test, const Path& path, const MachineOptions& options)
    : path_(path),
      barriers_(test.program),
      liveness_(test),
      memory_(test.program, liveness_, DeadLoads::ignored),
      issued_(test.program, liveness_, DeadLoads::counted),
      goal_(test) {
  if (options.goal) values_.emplace(test, path.core());
}

ThreadMask Choice::of(const PathState& state, ThreadMask able) const {
  const std::size_t threads = state.core.threads.size();
  const auto conflicts = [&](Agent agent) {
    const bool can = (able & thread_bit(agent)) != 0;
    return agent < threads ? thread_conflicts(state, agent, can)
                           : entry_conflicts(state, agent - threads, can);
  };
  return ample_threads(able, {conflicts, [](Agent) { return false; }});
}

// What a thread waits for, at issue, at a fence or for a register, are accesses of its warp. Issues
// of the same warp make it wait; on one path those to one location keep the order of issue.
ThreadMask Choice::thread_conflicts(const PathState& state, ThreadId thread, bool able) const {
  const InstructionId pc = state.core.threads[thread].pc;
  if (state.core.barriers.waits(thread)) return barrier_partners(state, thread);
  if (path_.core().plan().ends_at(thread, pc)) return 0;
  ThreadMask result = warp_mates(state, thread);
  if (!able) result |= entries_of_warp(state, thread);
  switch (path_.core().plan().at(thread, pc).kind) {
    case Kind::access:
      return result | path_mates(state, thread);
    // Who belongs to a generation without a quorum does not depend on who comes first.
    case Kind::barrier_sync:
    case Kind::barrier_arrive:
      return barriers_.has_quorum() || !able ? result | barrier_partners(state, thread) : result;
    case Kind::fence:
    case Kind::proxy_fence:
    case Kind::local:
      return result;
  }
  return result;
}

ThreadMask Choice::entries_of_warp(const PathState& state, ThreadId thread) const {
  ThreadMask result = 0;
  for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
    if (path_.same_warp(thread, state.in_flight[e])) {
      result |= thread_bit(agent_of_entry(state, e));
    }
  }
  return result;
}

ThreadMask Choice::warp_mates(const PathState& state, ThreadId thread) const {
  const Plan& plan = path_.core().plan();
  ThreadMask result = 0;
  for (std::size_t index = 0; index < state.core.threads.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    const bool at_end = plan.ends_at(other, state.core.threads[index].pc);
    if (other != thread && plan.warp(other) == plan.warp(thread) && !at_end) {
      result |= thread_bit(other);
    }
  }
  return result;
}

ThreadMask Choice::barrier_partners(const PathState& state, ThreadId thread) const {
  ThreadMask partners = 0;
  for (ThreadMask left = barriers_.cta(thread) & ~thread_bit(thread); left != 0; left &= left - 1) {
    const auto other = static_cast<ThreadId>(std::countr_zero(left));
    if (barriers_.may_wait_for(other, state.core.threads[other].pc)) {
      partners |= thread_bit(other);
    }
  }
  return partners;
}

ThreadMask Choice::path_mates(const PathState& state, ThreadId thread) const {
  const Accesses mine = issued_.at(thread, state.core.threads[thread].pc);
  ThreadMask result = 0;
  for (std::size_t index = 0; index < state.core.threads.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    if (other == thread || !path_.same_path(thread, other)) continue;
    if (mine.meet(issued_.from(other, state.core.threads[index].pc))) {
      result |= thread_bit(other);
    }
  }
  return result;
}

// What has to leave the path first, and the stores that may be forwarded from it.
ThreadMask Choice::before_on_path(const PathState& state, std::size_t entry, bool able) const {
  const bool held = !able && path_.form().warp_order;
  const InFlight& mine = state.in_flight[entry];
  ThreadMask result = 0;
  for (std::size_t e = 0; e < entry; ++e) {
    const InFlight& other = state.in_flight[e];
    const bool same_place = path_.same_path(mine.access.thread, other.access.thread) &&
                            path_.planned(mine).location == path_.planned(other).location;
    if (same_place || (held && path_.same_warp(mine.access.thread, other))) {
      result |= thread_bit(agent_of_entry(state, e));
    }
  }
  return result;
}

// An access that completes conflicts with those that access its location through another path, now
// or later, if one of the two writes. Through its own path nobody reaches the location before it.
ThreadMask Choice::entry_conflicts(const PathState& state, std::size_t entry, bool able) const {
  const InFlight& mine = state.in_flight[entry];
  const Planned& what = path_.planned(mine);
  const Accesses touched = accesses_of(mine);
  const bool plain_load = values_ && !what.writes;
  const bool plain_store = values_ && !what.reads;
  ThreadMask result = before_on_path(state, entry, able);
  for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
    const InFlight& other = state.in_flight[e];
    if (path_.same_path(mine.access.thread, other.access.thread)) continue;
    if (!touched.conflict_with(accesses_of(other))) continue;
    if (plain_load && writer_cannot_matter(state, entry, values_->written_by(other.access)))
      continue;
    if (plain_store && entry_comes_later(state, entry, e)) continue;
    result |= thread_bit(agent_of_entry(state, e));
  }
  for (std::size_t index = 0; index < state.core.threads.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    const InstructionId pc = state.core.threads[index].pc;
    if (path_.same_path(mine.access.thread, other)) continue;
    if (!touched.conflict_with(memory_.from(other, pc))) continue;
    if (plain_load &&
        writer_cannot_matter(state, entry, ahead().stored(other, pc, what.location))) {
      continue;
    }
    if (plain_store && reader_comes_later(state, entry, other)) continue;
    result |= thread_bit(other);
  }
  return result;
}

// What its register gets is what is observed in the end.
bool Choice::is_last_in_register(const PathState& state, const InFlight& load) const {
  const ThreadId thread = load.access.thread;
  const Planned& what = path_.planned(load);
  return what.destination && !what.writes && ahead().observable(thread, *what.destination) &&
         !ahead().may_write(thread, state.core.threads[thread].pc, *what.destination);
}

// The load must not read these values in the end, or would read the same now.
bool Choice::writer_cannot_matter(const PathState& state, std::size_t load,
                                  const PossibleValues& written) const {
  const InFlight& mine = state.in_flight[load];
  const Planned& what = path_.planned(mine);
  if (written.is_any() || !is_last_in_register(state, mine)) return false;
  return std::ranges::none_of(written.values(), [&](Value value) {
    return value != state.core.memory[what.location] &&
           is_open_with(state, mine.access.thread, *what.destination, value);
  });
}

// Nobody but the agents that the store conflicts with anyhow, those that write, changes what is in
// memory now. A load that must not read that in the end comes after the store.
bool Choice::entry_comes_later(const PathState& state, std::size_t store,
                               std::size_t reader) const {
  const InFlight& other = state.in_flight[reader];
  const Planned& what = path_.planned(other);
  if (what.writes || !is_last_in_register(state, other)) return false;
  const Value now = state.core.memory[path_.planned(state.in_flight[store]).location];
  return !is_open_with(state, other.access.thread, *what.destination, now);
}

bool Choice::reader_comes_later(const PathState& state, std::size_t store, ThreadId reader) const {
  const LocationId location = path_.planned(state.in_flight[store]).location;
  const InstructionId from = state.core.threads[reader].pc;
  if (ahead().stored(reader, from, location) != PossibleValues{}) return false;
  return std::ranges::all_of(ahead().readers(reader, from, location), [&](InstructionId load) {
    const auto destination = path_.core().plan().at(reader, load).destination;
    const auto next = static_cast<InstructionId>(load + 1);
    if (destination && !liveness_.is_live(reader, next, *destination)) return true;
    return ahead().is_last_load(reader, load) &&
           !is_open_with(state, reader, *destination, state.core.memory[location]);
  });
}

bool Choice::is_open_with(const PathState& state, ThreadId thread, RegisterId reg,
                          Value value) const {
  const std::size_t read = *ahead().observable(thread, reg);
  return goal_.is_open([&](std::size_t index) {
    return index == read ? PossibleValues(value) : possible_values(state, index);
  });
}

PossibleValues Choice::possible_values(const PathState& state, std::size_t index) const {
  if (!values_) return PossibleValues::any();
  SmallVector<Underway, 16> underway;
  for (std::size_t e = 0; e < state.in_flight.size(); ++e) {
    underway.push_back({state.in_flight[e].access, path_.own_store(state, e) != nullptr});
  }
  return values_->possible(state.core, span_of(underway), index);
}

}  // namespace opexplore::pipeline
