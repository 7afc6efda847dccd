#include "opmodel/machines/vulkan/late.hpp"

#include <algorithm>

#include "opmodel/machines/vulkan/consistency.hpp"
#include "opmodel/machines/vulkan/parts.hpp"

namespace opexplore::vulkan {

namespace {

// Whether the operation may acquire from another thread by a write through the reference.
bool may_synchronise(const Plan& plan, AddressId reference, OperationId acquiring) {
  for (OperationId id = 0; id < plan.size(); ++id) {
    const Operation& releasing = plan[id];
    if (!releasing.event.releases || !plan.in_scope(id, acquiring)) continue;
    if (releasing.thread == plan[acquiring].thread) continue;  // it knows what it has released
    if ((releasing.event.semantics & plan[acquiring].event.semantics) == 0) continue;
    for (OperationId other = 0; other < plan.size(); ++other) {
      const Operation& write = plan[other];
      if (!write.is_write() || !write.event.atomic || write.reference != reference) continue;
      if (releasing.is_write() ? other == id : write.thread == releasing.thread) return true;
    }
  }
  return false;
}

// Whether it has to have read before its thread executes the instruction at `at`, which needs or
// replaces the value, or acquires what has been read.
bool has_to_wait(const Program& program, const Plan& plan, const Operation& read,
                 InstructionId at) {
  const auto& instructions = program.threads[read.thread].instructions;
  const Action& action = instructions[at].action;
  if (const auto destination = register_written(instructions[read.at].action)) {
    if (registers_read(action)[*destination] || register_written(action) == destination) {
      return true;
    }
  }
  if (is_local(action) || address_of(action)) return false;
  const OperationId other = plan.operation(read.thread, at);
  return plan[other].event.acquires &&
         has_class(plan[other].event.semantics, *read.event.storage_class) &&
         may_synchronise(plan, read.reference, other);
}

// Threads that have a barrier which may be the same one, however far barriers reach.
ThreadMask who_waits(const Program& program, const Barrier& barrier) {
  ThreadMask result = 0;
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    for (const Instruction& instruction : program.threads[index].instructions) {
      const Barrier* const one = barrier_of(instruction.action);
      if (one != nullptr && one->instance == barrier.instance) result |= thread_bit(other);
    }
  }
  return result;
}

// Threads with a read, or a write, of the location.
ThreadMask who_accesses(const Program& program, LocationId location, bool writes) {
  ThreadMask result = 0;
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    for (const Instruction& instruction : program.threads[index].instructions) {
      const auto address = address_of(instruction.action);
      if (!address || program.addresses[*address].location != location) continue;
      if (writes ? writes_memory(instruction.action) : reads_memory(instruction.action)) {
        result |= thread_bit(static_cast<ThreadId>(index));
      }
    }
  }
  return result;
}

// Whether the thread writes what the read reads by another name: nothing orders the two.
bool has_alias(const Program& program, const Action& read, ThreadId thread) {
  const AddressId address = *address_of(read);
  return std::ranges::any_of(
      program.threads[thread].instructions, [&](const Instruction& instruction) {
        if (!writes_memory(instruction.action)) return false;
        const AddressId other = *address_of(instruction.action);
        return other != address &&
               program.addresses[other].location == program.addresses[address].location;
      });
}

// Whom the instruction may have an influence on.
ThreadMask who_notices(const Program& program, const Action& action) {
  if (const Barrier* const barrier = barrier_of(action)) {
    return who_waits(program, *barrier);
  }
  if (!writes_memory(action)) return 0;
  return who_accesses(program, program.addresses[*address_of(action)].location, false);
}

}  // namespace

LateReads::LateReads(const Program& program, const Plan& plan, bool exact)
    : program_(program), plan_(plan) {
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    readers_.push_back(0);
    for (const Instruction& instruction : program.threads[index].instructions) {
      readers_.back() |= who_notices(program, instruction.action);
    }
  }
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const std::size_t size = program.threads[index].instructions.size();
    std::vector<bool>& reads = reads_.emplace_back(size, false);
    for (std::size_t at = 0; at < size; ++at) {
      reads[at] = may_be_late(static_cast<ThreadId>(index), static_cast<InstructionId>(at), exact);
      any_ = any_ || reads[at];
    }
  }
}

// WART: vulkan-late-reads. What a compare-and-swap writes is settled when it reads, and what a read
// may acquire is not known before.
bool LateReads::may_be_late(ThreadId thread, InstructionId at, bool exact) const {
  const Action& action = program_.threads[thread].instructions[at].action;
  if (!reads_memory(action) || compared_operand(action) != nullptr) return false;
  const OperationId id = plan_.operation(thread, at);
  const Operation& read = plan_[id];
  if (!exact && !read.event.atomic) return false;
  if (read.event.acquires && may_synchronise(plan_, read.reference, id)) return false;
  ThreadMask writers = who_accesses(program_, read.location, true);
  if (!has_alias(program_, action, thread)) writers &= ~thread_bit(thread);
  return (reached_from(led_to(thread, at)) & writers) != 0;
}

// Whom what the thread may execute while the read waits has an influence on.
ThreadMask LateReads::led_to(ThreadId thread, InstructionId read) const {
  const Thread& code = program_.threads[thread];
  const Operation& operation = plan_[plan_.operation(thread, read)];
  std::vector<bool> met(code.instructions.size(), false);
  std::vector<InstructionId> to_do;
  const auto follow = [&](InstructionId at) {
    for (const InstructionId next : successors_of(code, at)) {
      if (next < met.size() && !met[next]) to_do.push_back(next);
    }
  };
  follow(read);
  ThreadMask result = 0;
  while (!to_do.empty()) {
    const InstructionId at = to_do.back();
    to_do.pop_back();
    const Action& action = code.instructions[at].action;
    if (met[at]) continue;
    met[at] = true;
    if (has_to_wait(program_, plan_, operation, at)) continue;
    result |= who_notices(program_, action);
    follow(at);
  }
  return result;
}

ThreadMask LateReads::reached_from(ThreadMask threads) const {
  for (ThreadMask last = 0; last != threads;) {
    last = threads;
    for (std::size_t index = 0; index < readers_.size(); ++index) {
      if ((last & thread_bit(static_cast<ThreadId>(index))) != 0) threads |= readers_[index];
    }
  }
  return threads;
}

bool may_put_off(const Context& context, const State& state, ThreadId thread) {
  const InstructionId at = state.next[thread];
  if (!context.late.has(thread, at)) return false;
  const Operation& read = context.plan[context.plan.operation(thread, at)];
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    for (const OperationId id : context.plan.ahead(other, state.next[index])) {
      const Operation& what = context.plan[id];
      if (!what.is_write() || what.location != read.location) continue;
      if (other != thread || what.reference != read.reference) return true;
    }
  }
  return false;
}

bool has_put_off(const Context& context, const State& state, ThreadId thread) {
  return std::ranges::any_of(state.late, [&](const LateRead& late) {
    return context.of(state, late.event).thread == thread;
  });
}

bool may_write_late(const Context& context, const State& state, ThreadId thread) {
  return std::ranges::any_of(state.late, [&](const LateRead& late) {
    return late.write.event != no_event && context.of(state, late.event).thread == thread;
  });
}

bool has_late_write(const Context& context, const State& state, LocationId location) {
  return std::ranges::any_of(state.late, [&](const LateRead& late) {
    return late.write.event != no_event && context.of(state, late.event).location == location;
  });
}

std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread) {
  return waited_for(context, state, thread, state.next[thread]);
}

std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread,
                                      InstructionId at) {
  const auto& instructions = context.program.threads[thread].instructions;
  for (std::size_t index = 0; index < state.late.size(); ++index) {
    const Operation& read = context.of(state, state.late[index].event);
    if (read.thread != thread) continue;
    if (at >= instructions.size()) return index;
    if (has_to_wait(context.program, context.plan, read, at)) return index;
  }
  return std::nullopt;
}

namespace {

// What the write of the last read in State::late is: all but its place and its value.
void put_off_write(const Context& context, State& state, OperationId operation, Value operand) {
  const EventId event = record(context, state, operation);
  const Now written = now(context, state, operation, event);
  const EventSet ordered = meet(context, state, written);
  make_available(context, state, written);
  if (context.plan[operation].event.releases) release(context, state, operation, event);
  state.late.back().write = {
      event, operand, ordered, {}, sources_of(context, state, operation, event)};
  if (!context.exact) return;
  state.events[event].read_half = state.late.back().event;
  state.refuted = state.refuted || !add_to_order(context, state, event);
}

}  // namespace

// The register is written later, and nobody reads it until then.
void put_off(const Context& context, State& state, ThreadId thread) {
  const InstructionId at = state.next[thread];
  const Action& action = context.next(state, thread)->action;
  const Value operand = stored_value(action, context.registers(state, thread));
  if (const auto destination = register_written(action)) {
    context.registers(state, thread)[*destination] = 0;
  }
  const OperationId operation = context.plan.operation(thread, at);
  const EventId event = record(context, state, operation);
  const Now read = now(context, state, operation, event);
  see(context, state, read);
  const EventSet ordered = meet(context, state, read);
  state.late.push_back({event, ordered, {}, {}});
  if (context.exact) state.refuted = state.refuted || !add_to_order(context, state, event);
  if (writes_memory(action)) {
    put_off_write(context, state, context.plan.write_of(thread, at), operand);
  }
  ++state.next[thread];
}

namespace {

// Whether all of these are on the right side of the place: what has been written behind it, and
// what has been read not before it.
bool are_behind(const Context& context, const State& state, const EventSet& events,
                LocationId location, std::size_t place) {
  const Places places = places_of(state, location);
  bool result = true;
  events.for_each([&](std::size_t index) {
    const auto event = static_cast<EventId>(index);
    if (late_read(state, event) != nullptr) return;  // will look at this one
    if (context.of(state, event).is_write()) {
      const auto its = place_of(state, places, event);
      result = result && its && *its > place;
    } else if (!context.exact) {  // otherwise a matter of the axioms
      const auto its = place_of(state, places, state.events[event].reads_from);
      result = result && its.value_or(0) >= place;
    }
  });
  return result;
}

// Without a race: nothing that is ordered before the read, or behind it, is on the wrong side of
// what it reads.
bool fits(const Context& context, const State& state, const LateRead& late, LocationId location,
          std::size_t place) {
  return place >= floor_of(context, state, location, late.before, Half::read) &&
         are_behind(context, state, late.after, location, place);
}

// Puts the message of a read-modify-write that was put off to its place.
void write_late(const Context& context, State& state, const LateWrite& late, Value value,
                std::size_t place) {
  const OperationId operation = state.events[late.event].operation;
  const LocationId location = context.plan[operation].location;
  const bool follows = place > floor_of(context, state, location, late.before, Half::write);
  Message message{location, late.event, value, !context.exact, late.sources};
  message.sources |= inherited(context, state, operation, place);
  const bool stands = put_message(state, message, place);
  const bool fit = stands && follows && are_behind(context, state, late.after, location, place);
  state.refuted = state.refuted || !fit;
  if (context.exact) state.refuted = state.refuted || !add_to_order(context, state, late.event);
}

}  // namespace

void read_late(const Context& context, State& state, ThreadId thread,
               const ReadLateArgument& argument) {
  const LateRead late = state.late[argument.read];
  state.late.erase(state.late.begin() + static_cast<std::ptrdiff_t>(argument.read));
  Event& event = state.events[late.event];
  const Operation& what = context.plan[event.operation];
  const Action& action = context.program.threads[thread].instructions[what.at].action;
  const Message message = state.messages[places_of(state, what.location).begin + argument.message];
  event.reads_from = message.write;
  if (late.write.event != no_event) {
    const Value value = *value_written(action, late.write.operand, 0, message.value);
    write_late(context, state, late.write, value, argument.place);
  }
  const bool fit = context.exact ? add_to_order(context, state, late.event)
                                 : fits(context, state, late, what.location, argument.message);
  state.refuted = state.refuted || !fit;
  if (message.write != no_event &&
      context.plan.mutually_ordered(state.events[message.write].operation, event.operation)) {
    state.pending[context.pending_row(thread, *what.event.storage_class)] |= message.sources;
  }
  const auto destination = register_written(action);
  if (destination && context.liveness.is_live(thread, state.next[thread], *destination)) {
    context.registers(state, thread)[*destination] = message.value;
  }
}

}  // namespace opexplore::vulkan
