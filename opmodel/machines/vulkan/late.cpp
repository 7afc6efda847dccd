#include "opmodel/machines/vulkan/late.hpp"

#include <algorithm>

#include "opmodel/machines/vulkan/consistency.hpp"
#include "opmodel/machines/vulkan/parts.hpp"

namespace opexplore::vulkan {

namespace {

// Whether the operation may acquire from a write through the reference.
bool may_synchronise(const Plan& plan, AddressId reference, OperationId acquiring) {
  for (OperationId id = 0; id < plan.size(); ++id) {
    const Operation& releasing = plan[id];
    if (!releasing.event.releases || !plan.in_scope(id, acquiring)) continue;
    if ((releasing.event.semantics & plan[acquiring].event.semantics) == 0) continue;
    for (OperationId other = 0; other < plan.size(); ++other) {
      const Operation& write = plan[other];
      if (!write.is_write() || !write.event.atomic || write.reference != reference) continue;
      if (releasing.is_write() ? other == id : write.thread == releasing.thread) return true;
    }
  }
  return false;
}

// Whether the load has to have read before its thread executes the instruction at `at`, which needs
// or replaces the value, or acquires what has been read.
bool has_to_wait(const Program& program, const Plan& plan, const Operation& load,
                 InstructionId at) {
  const auto& instructions = program.threads[load.thread].instructions;
  const Action& action = instructions[at].action;
  const RegisterId destination = *register_written(instructions[load.at].action);
  if (registers_read(action)[destination] || register_written(action) == destination) return true;
  if (is_local(action) || address_of(action)) return false;
  const OperationId other = plan.operation(load.thread, at);
  return plan[other].event.acquires &&
         has_class(plan[other].event.semantics, *load.event.storage_class) &&
         may_synchronise(plan, load.reference, other);
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

// Whether the thread writes what the load reads by another name: nothing orders the two.
bool has_alias(const Program& program, const Action& load, ThreadId thread) {
  const AddressId address = *address_of(load);
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

LateLoads::LateLoads(const Program& program, const Plan& plan, bool exact)
    : program_(program), plan_(plan) {
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    readers_.push_back(0);
    for (const Instruction& instruction : program.threads[index].instructions) {
      readers_.back() |= who_notices(program, instruction.action);
    }
  }
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const auto& instructions = program.threads[index].instructions;
    std::vector<bool>& loads = loads_.emplace_back(instructions.size(), false);
    for (std::size_t at = 0; at < instructions.size(); ++at) {
      const Action& action = instructions[at].action;
      if (!reads_memory(action) || writes_memory(action)) continue;
      const OperationId id = plan.operation(thread, static_cast<InstructionId>(at));
      const Operation& load = plan[id];
      if (!exact && !load.event.atomic) continue;
      if (load.event.acquires && may_synchronise(plan, load.reference, id)) continue;
      ThreadMask writers = who_accesses(program, load.location, true);
      if (!has_alias(program, action, thread)) writers &= ~thread_bit(thread);
      loads[at] = (reached_from(led_to(thread, static_cast<InstructionId>(at))) & writers) != 0;
      any_ = any_ || loads[at];
    }
  }
}

// Whom what the thread may execute while the load waits has an influence on.
ThreadMask LateLoads::led_to(ThreadId thread, InstructionId load) const {
  const Thread& code = program_.threads[thread];
  const Operation& operation = plan_[plan_.operation(thread, load)];
  std::vector<bool> met(code.instructions.size(), false);
  std::vector<InstructionId> to_do;
  const auto follow = [&](InstructionId at) {
    for (const InstructionId next : successors_of(code, at)) {
      if (next < met.size() && !met[next]) to_do.push_back(next);
    }
  };
  follow(load);
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

ThreadMask LateLoads::reached_from(ThreadMask threads) const {
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
  const Operation& load = context.plan[context.plan.operation(thread, at)];
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    for (const OperationId id : context.plan.ahead(other, state.next[index])) {
      const Operation& what = context.plan[id];
      if (!what.is_write() || what.location != load.location) continue;
      if (other != thread || what.reference != load.reference) return true;
    }
  }
  return false;
}

bool has_put_off(const Context& context, const State& state, ThreadId thread) {
  return std::ranges::any_of(state.late, [&](const LateLoad& late) {
    return context.of(state, late.event).thread == thread;
  });
}

std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread) {
  return waited_for(context, state, thread, state.next[thread]);
}

std::optional<std::size_t> waited_for(const Context& context, const State& state, ThreadId thread,
                                      InstructionId at) {
  const auto& instructions = context.program.threads[thread].instructions;
  for (std::size_t index = 0; index < state.late.size(); ++index) {
    const Operation& load = context.of(state, state.late[index].event);
    if (load.thread != thread) continue;
    if (at >= instructions.size()) return index;
    if (has_to_wait(context.program, context.plan, load, at)) return index;
  }
  return std::nullopt;
}

// The register is written later, and nobody reads it until then.
void put_off(const Context& context, State& state, ThreadId thread) {
  context.registers(state, thread)[context.next<Load>(state, thread).destination] = 0;
  const OperationId operation = context.plan.operation(thread, state.next[thread]);
  const EventId event = record(context, state, operation);
  const Now read = now(context, state, operation, event);
  see(context, state, read);
  const EventSet ordered = meet(context, state, read);
  state.late.push_back({event, ordered, {}});
  if (context.exact) state.refuted = state.refuted || !add_to_order(context, state, event);
  ++state.next[thread];
}

namespace {

// Without a race: nothing that is ordered before the load, or behind it, is on the wrong side of
// what it reads.
bool fits(const Context& context, const State& state, const LateLoad& late, LocationId location,
          std::size_t place) {
  if (place < floor_of(context, state, location, late.before)) return false;
  const Places places = places_of(state, location);
  bool result = true;
  late.after.for_each([&](std::size_t index) {
    const auto event = static_cast<EventId>(index);
    if (late_load(state, event) != nullptr) return;  // will look at this one
    if (context.of(state, event).is_write()) {
      const auto its = place_of(state, places, event);
      result = result && its && *its > place;
    } else {
      const auto its = place_of(state, places, state.events[event].reads_from);
      result = result && its.value_or(0) >= place;
    }
  });
  return result;
}

}  // namespace

void read_late(const Context& context, State& state, ThreadId thread,
               const ReadLateArgument& argument) {
  const LateLoad late = state.late[argument.load];
  state.late.erase(state.late.begin() + static_cast<std::ptrdiff_t>(argument.load));
  Event& event = state.events[late.event];
  const Operation& what = context.plan[event.operation];
  const Message message = state.messages[places_of(state, what.location).begin + argument.message];
  event.reads_from = message.write;
  const bool fit = context.exact ? add_to_order(context, state, late.event)
                                 : fits(context, state, late, what.location, argument.message);
  state.refuted = state.refuted || !fit;
  if (message.write != no_event &&
      context.plan.mutually_ordered(state.events[message.write].operation, event.operation)) {
    state.pending[context.pending_row(thread, *what.event.storage_class)] |= message.sources;
  }
  const RegisterId destination =
      *register_written(context.program.threads[thread].instructions[what.at].action);
  if (context.liveness.is_live(thread, state.next[thread], destination)) {
    context.registers(state, thread)[destination] = message.value;
  }
}

}  // namespace opexplore::vulkan
