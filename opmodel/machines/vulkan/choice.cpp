#include "opmodel/machines/vulkan/choice.hpp"

#include <algorithm>

#include "opmodel/machines/vulkan/parts.hpp"
#include "opmodel/parts/closure.hpp"

namespace opexplore::vulkan {

namespace {

// The answers of one state.
class ThreadConflicts {
 public:
  ThreadConflicts(const Context& context, const Interactions& interactions, const State& state)
      : context_(context), interactions_(interactions), state_(state) {}

  // A write can be put in front of what others do: they can still read what they could read, and
  // put their own writes where they could. So only what is read, and whom a barrier waits for, is
  // up to others.
  //
  // With a read-modify-write that it has put off a thread may also go on later, unless that is all
  // that it can do.
  ThreadMask with(ThreadId thread) const {
    if (const Instance* const instance = waiting_at(thread)) {
      return mates(*instance, thread) | writers_of_late(thread);
    }
    if ((state_.started & thread_bit(thread)) == 0) return before(thread);
    if (const auto load = waited_for(context_, state_, thread)) {
      return writers(thread, state_.events[state_.late[*load].event].operation);
    }
    const Instruction* const next = context_.next(state_, thread);
    if (next == nullptr) return 0;
    if (const Barrier* const barrier = barrier_of(next->action)) return mates(*barrier, thread);
    if (!reads_memory(next->action)) return 0;
    return writers(thread, context_.plan.operation(thread, state_.next[thread]));
  }

  bool branches(ThreadId thread) const {
    if (waiting_at(thread) != nullptr || waited_for(context_, state_, thread) ||
        may_write_late(context_, state_, thread)) {
      return true;
    }
    const Action& action = context_.next(state_, thread)->action;
    const MemoryAccess* const access = memory_access(action);
    return access != nullptr && (context_.exact || access->order != Order::weak);
  }

 private:
  const Instance* waiting_at(ThreadId thread) const {
    for (const Instance& instance : state_.instances) {
      if (instance.open) continue;
      if (std::ranges::find(instance.arrived, thread, &Member::thread) != instance.arrived.end()) {
        return &instance;
      }
    }
    return nullptr;
  }

  // Who has arrived can do nothing about it, unless a quorum of them lets it open.
  ThreadMask mates(const Instance& instance, ThreadId thread) const {
    ThreadMask result = instance.members & ~thread_bit(thread);
    if (interactions_.has_quorum()) return result;
    for (const Member& member : instance.arrived) result &= ~thread_bit(member.thread);
    return result;
  }
  ThreadMask mates(const Barrier& barrier, ThreadId thread) const {
    if (!interactions_.has_quorum()) return 0;
    std::optional<Value> id;
    if (barrier.id) id = value_of(*barrier.id, context_.registers(state_, thread));
    const std::optional<VulkanScope> reach = context_.reach_of(barrier);
    return context_.plan.members(thread, barrier.instance, id, reach) & ~thread_bit(thread);
  }

  ThreadMask before(ThreadId thread) const {
    ThreadMask result = context_.plan.direct_predecessors(thread);
    for (std::size_t index = 0; index < state_.next.size(); ++index) {
      const auto other = static_cast<ThreadId>(index);
      if (context_.has_ended(state_, other)) result &= ~thread_bit(other);
    }
    return result;
  }

  ThreadMask writers(ThreadId thread, OperationId operation) const {
    ThreadMask result = 0;
    for (std::size_t index = 0; index < state_.next.size(); ++index) {
      const auto other = static_cast<ThreadId>(index);
      if (other != thread && interactions_.may_decide(other, state_.next[index], operation)) {
        result |= thread_bit(other);
      }
    }
    for (const LateRead& late : state_.late) {
      const Operation& what = context_.of(state_, late.event);
      const bool writes = late.write.event != no_event;
      if (writes && what.location == context_.plan[operation].location) {
        result |= thread_bit(what.thread);
      }
    }
    return result & ~thread_bit(thread);
  }

  ThreadMask writers_of_late(ThreadId thread) const {
    ThreadMask result = 0;
    for (const LateRead& late : state_.late) {
      const bool writes = late.write.event != no_event;
      const OperationId read = state_.events[late.event].operation;
      if (writes && context_.plan[read].thread == thread) result |= writers(thread, read);
    }
    return result;
  }

  const Context& context_;
  const Interactions& interactions_;
  const State& state_;
};

// What is in a location from that place on, or still to come.
PossibleValues values_from(const Context& context, const ValuesAhead& ahead, const State& state,
                           LocationId location, std::size_t floor) {
  if (has_late_write(context, state, location)) return PossibleValues::any();
  const Places places = places_of(state, location);
  PossibleValues result;
  for (std::size_t place = floor; place < places.size(); ++place) {
    result.add(state.messages[places.begin + place].value);
  }
  for (std::size_t thread = 0; thread < state.next.size(); ++thread) {
    result.add(ahead.stored(static_cast<ThreadId>(thread), state.next[thread], location));
  }
  return result;
}

// What the read may find: a message that nothing ordered before it follows, or one to come.
PossibleValues readable(const Context& context, const ValuesAhead& ahead, const State& state,
                        OperationId read) {
  const Operation& what = context.plan[read];
  std::size_t floor = 0;
  if (!context.exact && what.event.atomic) {
    const Now then = now(context, state, read, no_event);
    EventSet ordered;
    for (std::size_t index = 0; index < state.events.size(); ++index) {
      const auto event = static_cast<EventId>(index);
      const Operation& first = context.of(state, event);
      if (!first.is_access() || first.location != what.location) continue;
      if (location_ordered(context, state, event, then)) ordered |= EventSet::of(event);
    }
    floor = floor_of(context, state, what.location, ordered, Half::read);
  }
  return values_from(context, ahead, state, what.location, floor);
}

// What loads that wait may put into the register.
PossibleValues readable_late(const Context& context, const ValuesAhead& ahead, const State& state,
                             const RegisterTerm& term) {
  PossibleValues result;
  for (const LateRead& late : state.late) {
    const Operation& load = context.of(state, late.event);
    if (load.thread != term.thread) continue;
    const Action& action = context.program.threads[load.thread].instructions[load.at].action;
    if (register_written(action) != term.reg) continue;
    result.add(values_from(context, ahead, state, load.location, 0));
  }
  return result;
}

}  // namespace

ThreadMask chosen_threads(const Context& context, const Interactions& interactions,
                          const State& state, ThreadMask able) {
  const ThreadConflicts conflicts(context, interactions, state);
  const auto with = [&](ThreadId thread) { return conflicts.with(thread); };
  const auto branches = [&](ThreadId thread) { return conflicts.branches(thread); };
  return ample_threads(able, {with, branches});
}

PossibleValues possible_values(const Context& context, const ValuesAhead& ahead, const State& state,
                               const Observable& observable) {
  PossibleValues result;
  if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
    const InstructionId at = state.next[term->thread];
    if (ahead.may_keep(term->thread, at, term->reg)) {
      result.add(context.registers(state, term->thread)[term->reg]);
      result.add(readable_late(context, ahead, state, *term));
    }
    for (const InstructionId writer : ahead.last_writers(term->thread, at, term->reg)) {
      const Action& action = context.program.threads[term->thread].instructions[writer].action;
      const OperationId read = context.plan.operation(term->thread, writer);
      result.add(ahead.result_of(
          term->thread, writer,
          reads_memory(action) ? readable(context, ahead, state, read) : PossibleValues{}));
    }
    return result;
  }
  const AddressId address = std::get<LocationTerm>(observable).address;
  const LocationId location = context.program.addresses[address].location;
  return values_from(context, ahead, state, location, places_of(state, location).size() - 1);
}

bool may_race(const Context& context, const Interactions& interactions, const State& state) {
  if (state.race) return true;
  if (!interactions.any_races()) return false;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const InstructionId at = state.next[index];
    for (std::size_t other = index; other < state.next.size(); ++other) {
      if (interactions.may_race(thread, at, static_cast<ThreadId>(other), state.next[other])) {
        return true;
      }
    }
    for (const Event& event : state.events) {
      if (!context.plan[event.operation].is_access()) continue;
      if (interactions.may_race(thread, at, event.operation)) return true;
    }
  }
  return false;
}

}  // namespace opexplore::vulkan
