#include "opmodel/machines/vulkan/rules.hpp"

#include <algorithm>
#include <tuple>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/vulkan/consistency.hpp"

namespace opexplore::vulkan {

namespace {

OperationId next_operation(const Context& context, const State& state, ThreadId thread) {
  return context.plan.operation(thread, state.next[thread]);
}

// Reads a message: its value and the event.
std::pair<Value, EventId> read_message(const Context& context, State& state, OperationId operation,
                                       std::size_t place) {
  const Operation& what = context.plan[operation];
  const Places places = places_of(state, what.location);
  const Message message = state.messages[places.begin + place];
  const bool synchronises =
      message.write != no_event &&
      context.plan.mutually_ordered(state.events[message.write].operation, operation);
  if (synchronises) {
    if (what.event.acquires) acquire(context, state, operation, message.sources);
    state.pending[context.pending_row(what.thread, *what.event.storage_class)] |= message.sources;
  }
  const EventId event = record(context, state, operation);
  state.events[event].reads_from = message.write;
  const Now read = now(context, state, operation, event);
  see(context, state, read);
  const EventSet ordered = meet(context, state, read);
  if (place < brought_place(state, places, what.thread)) state.refuted = true;
  if (context.exact) {
    state.refuted = state.refuted || !add_to_order(context, state, event);
  } else if (what.event.atomic) {
    state.refuted =
        state.refuted || place < floor_of(context, state, what.location, ordered, Half::read);
  }
  return {message.value, event};
}

// Puts a message at a place; `read_half` is that of a read-modify-write.
void write_message(const Context& context, State& state, OperationId operation, Value value,
                   std::size_t place, EventId read_half) {
  const Operation& what = context.plan[operation];
  const EventId event = record(context, state, operation);
  const Now written = now(context, state, operation, event);
  const EventSet ordered = meet(context, state, written);
  const Places places = places_of(state, what.location);
  const std::size_t floor = std::max(floor_of(context, state, what.location, ordered, Half::write),
                                     brought_place(state, places, what.thread));
  state.refuted = state.refuted || place <= floor;
  make_available(context, state, written);
  if (what.event.releases) release(context, state, operation, event);
  Message message{what.location, event, value, false, sources_of(context, state, operation, event)};
  if (read_half != no_event) message.sources |= inherited(context, state, operation, place);
  if (context.exact) {
    state.events[event].read_half = read_half;
  } else {
    message.bound = read_half != no_event;
  }
  state.refuted = state.refuted || !put_message(state, message, place);
  if (context.exact) state.refuted = state.refuted || !add_to_order(context, state, event);
}

void take_released(const Context& context, State& state, OperationId operation) {
  const Operation& what = context.plan[operation];
  if (!what.event.acquires) return;
  EventSet sources = state.through[what.thread];
  for (StorageClass one = 0; one < storage_classes; ++one) {
    if (!has_class(what.event.semantics, one)) continue;
    sources |= state.pending[context.pending_row(what.thread, one)];
  }
  acquire(context, state, operation, sources);
}

void give_released(const Context& context, State& state, OperationId operation, EventId event) {
  const Operation& what = context.plan[operation];
  if (!what.event.releases) return;
  release(context, state, operation, event);
  state.released[what.thread] |= EventSet::of(event);
}

// What a thread receives from those of the barrier that are in scope.
void receive(const Context& context, State& state, const Member& member,
             std::span<const Member> from) {
  for (const Member& other : from) {
    if (other.thread == member.thread) continue;
    if (!context.plan.in_scope(other.operation, member.operation)) continue;
    state.through[member.thread] |= other.released;
  }
}

// The acquire half of a barrier; what it acquires it can make available and release.
void pass(const Context& context, State& state, const Member& member) {
  take_released(context, state, member.operation);
  const Now passed = now(context, state, member.operation, member.event);
  see(context, state, passed);
  make_available(context, state, passed);
  if (context.plan[member.operation].event.releases) {
    release(context, state, member.operation, member.event);
  }
}

// Members can learn from each other what a third has released: until there is nothing more.
void pass_all(const Context& context, State& state, std::span<const Member> members) {
  for (const Member& member : members) receive(context, state, member, members);
  for (bool changed = true; changed;) {
    const auto known = state.known;
    const auto stamps = state.stamps;
    for (const Member& member : members) pass(context, state, member);
    changed = known != state.known || stamps != state.stamps;
  }
}

ThreadMask threads_of(std::span<const Member> members) {
  ThreadMask threads = 0;
  for (const Member& member : members) threads |= thread_bit(member.thread);
  return threads;
}

// The barrier at which the thread arrives; a new one if nobody has yet.
Instance& instance_of(const Context& context, State& state, ThreadId thread,
                      const Barrier& barrier) {
  const auto registers = context.registers(state, thread);
  std::optional<Value> id;
  if (barrier.id) id = value_of(*barrier.id, registers);
  const std::optional<VulkanScope> reach = context.reach_of(barrier);
  Instance wanted{context.plan.members(thread, barrier.instance, id, reach),
                  barrier.instance,
                  id,
                  reach,
                  {},
                  false,
                  {}};
  const auto key = [](const Instance& one) {
    return std::tie(one.members, one.number, one.id, one.reach);
  };
  auto place = std::ranges::lower_bound(
      state.instances, wanted,
      [&](const Instance& a, const Instance& b) { return key(a) < key(b); });
  if (place == state.instances.end() || key(*place) != key(wanted)) {
    place = state.instances.insert(place, wanted);
  }
  if (barrier.quorum) {
    place->quorum = std::max(place->quorum.value_or(0), value_of(*barrier.quorum, registers));
  }
  return *place;
}

void put_member(Instance& instance, const Member& member) {
  const auto place = std::ranges::upper_bound(instance.arrived, member.thread, {}, &Member::thread);
  instance.arrived.insert(place, member);
}

// The one event of an instruction that is neither an access nor a barrier.
Now execute(const Context& context, State& state, ThreadId thread) {
  const OperationId operation = next_operation(context, state, thread);
  take_released(context, state, operation);
  return now(context, state, operation, record(context, state, operation));
}

}  // namespace

void read(const Context& context, State& state, ThreadId thread, const ReadArgument& argument) {
  const auto [value, event] =
      read_message(context, state, next_operation(context, state, thread), argument.message);
  context.registers(state, thread)[context.next<Load>(state, thread).destination] = value;
  ++state.next[thread];
}

void write(const Context& context, State& state, ThreadId thread, const WriteArgument& argument) {
  const Value value =
      value_of(context.next<Store>(state, thread).value, context.registers(state, thread));
  write_message(context, state, next_operation(context, state, thread), value, argument.place,
                no_event);
  ++state.next[thread];
}

void modify(const Context& context, State& state, ThreadId thread, const ModifyArgument& argument) {
  const InstructionId at = state.next[thread];
  const Action& action = context.next(state, thread)->action;
  const Atomic& atomic = *read_modify_write(action);
  const OperationId reading = next_operation(context, state, thread);
  const Places places = places_of(state, context.plan[reading].location);
  const Value old = state.messages[places.begin + argument.message].value;
  const auto written = value_written(action, context.registers(state, thread), old);
  const OperationId failed = context.plan.failed(thread, at);
  const auto [value, event] =
      read_message(context, state, written ? reading : failed, argument.message);
  if (written) {
    write_message(context, state, context.plan.write_of(thread, at), *written, argument.place,
                  event);
  }
  if (atomic.destination) context.registers(state, thread)[*atomic.destination] = value;
  ++state.next[thread];
}

void fence(const Context& context, State& state, ThreadId thread) {
  const Now fenced = execute(context, state, thread);
  see(context, state, fenced);
  make_available(context, state, fenced);
  give_released(context, state, fenced.operation, fenced.event);
  ++state.next[thread];
}

void avdevice(const Context& context, State& state, ThreadId thread) {
  make_available(context, state, execute(context, state, thread));
  ++state.next[thread];
}

void visdevice(const Context& context, State& state, ThreadId thread) {
  see(context, state, execute(context, state, thread));
  ++state.next[thread];
}

void barrier_arrive(const Context& context, State& state, ThreadId thread) {
  const Barrier& barrier = context.next<Barrier>(state, thread);
  const OperationId operation = next_operation(context, state, thread);
  const EventId event = record(context, state, operation);
  make_available(context, state, now(context, state, operation, event));
  give_released(context, state, operation, event);
  ++state.next[thread];
  const Member member{thread, operation, event, state.released[thread]};
  Instance& instance = instance_of(context, state, thread, barrier);
  if (instance.open) {
    receive(context, state, member, instance.arrived);
    return pass(context, state, member);
  }
  put_member(instance, member);
  if (instance.quorum || threads_of(instance.arrived) != instance.members) return;
  const std::vector<Member> members = instance.arrived;
  state.instances.erase(state.instances.begin() + (&instance - state.instances.data()));
  pass_all(context, state, members);
}

bool may_open(const Context&, const State& state, ThreadId, const OpenArgument& argument) {
  const Instance& instance = state.instances[argument.instance];
  return !instance.open && instance.quorum &&
         static_cast<Value>(instance.arrived.size()) >= *instance.quorum;
}

void barrier_open(const Context& context, State& state, ThreadId, const OpenArgument& argument) {
  Instance& instance = state.instances[argument.instance];
  instance.open = true;
  pass_all(context, state, instance.arrived);
}

void local(const Context& context, State& state, ThreadId thread) {
  context.local.step(thread, state.next[thread], context.registers(state, thread));
}

void propagate(const Context&, State& state, ThreadId thread, const PropagateArgument& argument) {
  const Places places = places_of(state, argument.location);
  for (std::size_t place = places.begin; place < places.end; ++place) {
    state.messages[place].brought &= ~thread_bit(thread);
  }
  state.messages[places.end - 1].brought |= thread_bit(thread);
}

}  // namespace opexplore::vulkan
