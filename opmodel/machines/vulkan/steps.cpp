// The steps that a thread of the machine may take next.
#include <algorithm>

#include "opmodel/machines/vulkan/machine.hpp"

namespace opexplore::vulkan {

void Machine::add_steps(const State& state, ThreadId thread, Steps& steps) const {
  const auto add = [&](Step step) { steps.push_back(step); };
  std::visit(Overloaded{
                 [&](const Load&) { add_accesses(state, thread, steps); },
                 [&](const Store&) { add_accesses(state, thread, steps); },
                 [&](const Atomic&) { add_modifications(state, thread, steps); },
                 [&](const Fence&) { add(rule_list.step<fence>(thread)); },
                 [&](const ProxyFence&) {},  // refused
                 [&](const DeviceOperation& operation) {
                   add(operation.kind == DeviceOperationKind::make_available
                           ? rule_list.step<avdevice>(thread)
                           : rule_list.step<visdevice>(thread));
                 },
                 [&](const Barrier&) { add(rule_list.step<barrier_arrive>(thread)); },
                 [&](const Arithmetic&) { add(rule_list.step<local>(thread)); },
                 [&](const Branch&) { add(rule_list.step<local>(thread)); },
                 [](const Asynchronous&) {},  // refused
             },
             context_.next(state, thread)->action);
}

// Of loads the one that the thread waits for: to read later is to have more to read. What a
// read-modify-write writes others may have to read, before they come to a barrier where it waits.
void Machine::add_late_reads(const State& state, ThreadId thread, Steps& steps) const {
  const auto needed =
      context_.waits(state, thread) ? std::nullopt : waited_for(context_, state, thread);
  for (std::size_t index = 0; index < state.late.size(); ++index) {
    const LateRead& late = state.late[index];
    const Operation& what = context_.of(state, late.event);
    const bool writes = late.write.event != no_event;
    if (what.thread != thread || (needed != index && !writes)) continue;
    const std::size_t count = places_of(state, what.location).size();
    for (std::size_t message = 0; message < count; ++message) {
      const auto add = [&](std::size_t place) {
        steps.push_back(rule_list.step<read_late>(thread, {index, message, place}));
      };
      if (writes) {
        for_each_place(message, count, add);
      } else {
        add(0);
      }
    }
  }
}

// Whether all that matters of a write to the location is whether it is the last: nobody will read
// there.
bool Machine::places_as_last(const State& state, LocationId location) const {
  if (!options_.ample_threads || context_.exact) return false;
  for (const LateRead& late : state.late) {
    if (context_.of(state, late.event).location == location) return false;
  }
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto ahead = context_.plan.ahead(static_cast<ThreadId>(index), state.next[index]);
    const bool reads = std::ranges::any_of(ahead, [&](OperationId id) {
      return context_.plan[id].is_read() && context_.plan[id].location == location;
    });
    if (reads) return false;
  }
  return true;
}

// Whether it matters who writes last where the thread writes next: the value is asked for, and not
// the same in any case. Precondition: nobody will read there.
bool Machine::last_matters(const State& state, ThreadId thread) const {
  const Store& store = context_.next<Store>(state, thread);
  const LocationId location = test_.program.addresses[store.address].location;
  if (!context_.observed[location]) return false;
  const Value value = value_of(store.value, context_.registers(state, thread));
  if (state.messages[places_of(state, location).end - 1].value != value) return true;
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto other = static_cast<ThreadId>(index);
    for (const OperationId id : context_.plan.ahead(other, state.next[index])) {
      const Operation& what = context_.plan[id];
      if (!what.is_write() || what.location != location) continue;
      const Action& action = test_.program.threads[index].instructions[what.at].action;
      const auto* const constant = std::get_if<Value>(stored_operand(action));
      if (constant == nullptr || *constant != value) return true;
    }
  }
  return false;
}

// Of a write that is not the last: any other place would keep more of those that are ordered behind
// it from theirs.
std::size_t Machine::earliest_place(const State& state, InstructionId at, ThreadId thread) const {
  const OperationId operation = context_.plan.operation(thread, at);
  const Places places = places_of(state, context_.plan[operation].location);
  std::size_t place = floor_ahead(context_, state, operation) + 1;
  while (place < places.size() && state.messages[places.begin + place].bound) ++place;
  return place;
}

// Where the message of a read-modify-write may go that reads the message.
template <class Use>
void Machine::for_each_place(std::size_t message, std::size_t count, const Use& use) const {
  const std::size_t first = context_.exact ? 1 : message + 1;
  const std::size_t last = context_.exact ? count : message + 1;
  for (std::size_t place = first; place <= last; ++place) use(place);
}

void Machine::offer_put_off(const State& state, ThreadId thread, Steps& steps) const {
  if (!options_.liveness && context_.brought.empty() && may_put_off(context_, state, thread)) {
    steps.push_back(rule_list.step<put_off>(thread));
  }
}

// Without a race a non-atomic access has no choice.
void Machine::add_accesses(const State& state, ThreadId thread, Steps& steps) const {
  const Operation& what = context_.plan[context_.plan.operation(thread, state.next[thread])];
  const std::size_t count = places_of(state, what.location).size();
  const bool chooses = context_.exact || what.event.atomic;
  if (what.is_read()) {
    for (std::size_t message = chooses ? 0 : count - 1; message < count; ++message) {
      steps.push_back(rule_list.step<read>(thread, {message}));
    }
    offer_put_off(state, thread, steps);
    return;
  }
  const auto add = [&](std::size_t place) {
    steps.push_back(rule_list.step<write>(thread, {place}));
  };
  std::size_t first = chooses ? 1 : count;
  if (chooses && count > 1 && places_as_last(state, what.location)) {
    const std::size_t earliest = earliest_place(state, state.next[thread], thread);
    if (earliest < count && last_matters(state, thread)) add(earliest);
    first = count;
  }
  for (std::size_t place = first; place <= count; ++place) add(place);
}

void Machine::add_modifications(const State& state, ThreadId thread, Steps& steps) const {
  const Operation& what = context_.plan[context_.plan.operation(thread, state.next[thread])];
  const Action& action = context_.next(state, thread)->action;
  const Places places = places_of(state, what.location);
  for (std::size_t message = 0; message < places.size(); ++message) {
    const Value old = state.messages[places.begin + message].value;
    if (!value_written(action, context_.registers(state, thread), old)) {
      steps.push_back(rule_list.step<modify>(thread, {message, 0}));
      continue;
    }
    for_each_place(message, places.size(), [&](std::size_t place) {
      steps.push_back(rule_list.step<modify>(thread, {message, place}));
    });
  }
  offer_put_off(state, thread, steps);
}

}  // namespace opexplore::vulkan
