#include "opmodel/machines/ptx_async/rules.hpp"

#include <algorithm>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/consistency.hpp"
#include "opmodel/machines/ptx_async/fairness.hpp"
#include "opmodel/machines/ptx_async/groups.hpp"
#include "opmodel/machines/ptx_async/mbarriers.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;

Event next_event(const Doing& doing) {
  return event_of(doing.context, doing.standing, doing.thread);
}

// The next instruction, done as it is.
State with_next(const Doing& doing) {
  State state = doing.state;
  Event event = next_event(doing);
  event.done = true;
  add(state, event);
  return state;
}

State done(const Doing& doing, EventId event, State state) {
  take(doing.context, state, event, doing.way);
  return state;
}

State with_next_access(const Doing& doing) {
  State state = doing.state;
  const EventId event = add(state, next_event(doing));
  return done(doing, event, std::move(state));
}

State late(const Doing& doing) { return done(doing, doing.event, doing.state); }

Value operand(const Doing& doing, const Operand& what) { return known_value(what, doing.standing); }

template <class Kind>
const Kind& instruction(const Doing& doing) {
  const Thread& thread = doing.context.thread(doing.thread);
  const InstructionId at =
      doing.event == no_event ? doing.standing.at : doing.state.events[doing.event].instruction;
  return std::get<Kind>(std::get<Asynchronous>(thread.instructions[at].action).what);
}

// Does something to an mbarrier: undefined if that has no meaning.
template <class Use>
void count(const Context& context, State& state, EventId event, Use&& use) {
  Mbarrier& mbarrier = state.mbarriers[context.mbarrier(state.events[event].address)];
  state.events[event].reads_from = mbarrier.init;
  if (const WhyUndefined why = use(mbarrier)) state.undefined = Undefined{event, *why};
}

template <class Use>
State with_counted(const Doing& doing, Use&& use) {
  State state = with_next(doing);
  const auto event = static_cast<EventId>(state.events.size() - 1);
  count(doing.context, state, event, [&](Mbarrier& mbarrier) { return use(mbarrier, event); });
  return state;
}

Event part_of(const State& state, EventId issue, Happens what, AddressId address,
              std::size_t part = 0) {
  Event event;
  event.what = what;
  event.thread = state.events[issue].thread;
  event.instruction = state.events[issue].instruction;
  event.issue = issue;
  event.part = static_cast<std::uint8_t>(part);
  event.address = address;
  return event;
}

}  // namespace

State read(const Doing& doing) { return with_next_access(doing); }
State write(const Doing& doing) { return with_next_access(doing); }
State update(const Doing& doing) { return with_next_access(doing); }

State postpone(const Doing& doing) {
  State state = doing.state;
  add(state, next_event(doing));
  return state;
}

State late_read(const Doing& doing) { return late(doing); }
State late_update(const Doing& doing) { return late(doing); }
// A store; of an exchange that half.
State late_write(const Doing& doing) {
  State state = doing.state;
  Event& event = state.events[doing.event];
  const Happens what = event.what;
  event.what = Happens::write;
  take(doing.context, state, doing.event, doing.way);
  event.what = what;
  event.done = what == Happens::write;
  return state;
}

State thread_fence(const Doing& doing) { return with_next(doing); }
State sc_fence(const Doing& doing) { return with_next_access(doing); }
State cross_fence(const Doing& doing) { return with_next(doing); }
State half_fence(const Doing& doing) { return with_next(doing); }
State init_fence(const Doing& doing) { return with_next(doing); }
State restricted_fence(const Doing& doing) { return with_next(doing); }
State matrix_fence(const Doing& doing) { return with_next(doing); }
State tensor_fence(const Doing& doing) { return with_next(doing); }

State copy_fenced(const Doing& doing) {
  const auto& copy = instruction<FencedCopy>(doing);
  State state = doing.state;
  Event event = next_event(doing);
  event.what = Happens::read;
  event.address = copy.source;
  const EventId from = add(state, event);
  take(doing.context, state, from, doing.way);
  event.what = Happens::write;
  event.part = 1;
  event.address = copy.destination;
  const EventId to = add(state, event);
  // Weak, so that it is ordered with writes of its own thread alone, which come before it.
  take(doing.context, state, to, ways_of(doing.context, state, to).back());
  event.what = Happens::fence;
  event.part = 2;
  event.done = true;
  add(state, event);
  return state;
}

State come_to_barrier(const Doing& doing) {
  State state = with_next(doing);
  std::vector<Value> registers;
  for (const MaybeValue& value : doing.standing.registers) registers.push_back(value.value_or(0));
  const Barrier& barrier = *barrier_of(doing.context.action(state.events.back()));
  state.barriers.arrive(doing.context.barriers(), doing.thread, arrival_of(barrier, registers));
  return state;
}

State cluster_arrive(const Doing& doing) { return with_next(doing); }

// Learns of the arrivals of its own round: the one that its last arrival was in.
State cluster_wait(const Doing& doing) {
  State state = with_next(doing);
  std::vector<std::size_t> rounds(doing.context.program().threads.size());
  const auto arrives = [&](const Event& event) {
    const auto* const cluster = doing.context.of<ClusterBarrier>(event);
    return cluster != nullptr && cluster->arrives;
  };
  const auto own =
      static_cast<std::size_t>(std::ranges::count_if(state.events, [&](const Event& event) {
        return event.thread == doing.thread && arrives(event);
      }));
  EventSet observed;
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const Event& event = state.events[i];
    if (!arrives(event) || !doing.context.same_cluster(event.thread, doing.thread)) continue;
    if (++rounds[event.thread] == own) observed |= EventSet::of(i);
  }
  state.events.back().observed = observed;
  return state;
}

State launch_dependents(const Doing& doing) { return with_next(doing); }
State grid_wait(const Doing& doing) { return with_next(doing); }

State issue(const Doing& doing) {
  const auto& operation = instruction<Operation>(doing);
  State state = with_next(doing);
  const auto id = static_cast<EventId>(state.events.size() - 1);
  const auto begin = [&](Happens what, AddressId address, std::size_t part = 0) {
    add(state, part_of(state, id, what, address, part));
  };
  const std::vector<CopiedElement>& elements = operation.elements;
  if (operation.descriptor) begin(Happens::descriptor, *operation.descriptor);
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (elements[e].source) begin(Happens::source, *elements[e].source, e);
  }
  const Happens writes = combines(operation) ? Happens::combine : Happens::target;
  std::size_t part = 0;
  for (const CopiedElement& element : elements) {
    for (const AddressId destination : element.destinations) begin(writes, destination, part++);
  }
  for (std::size_t i = 0; i < operation.mbarriers.size(); ++i) {
    begin(Happens::complete, operation.mbarriers[i], i);
  }
  return state;
}

State commit_group(const Doing& doing) { return with_next(doing); }

State tensor_commit(const Doing& doing) {
  const auto& commit = instruction<TensorCommit>(doing);
  State state = with_next(doing);
  const auto id = static_cast<EventId>(state.events.size() - 1);
  for (std::size_t i = 0; i < commit.mbarriers.size(); ++i) {
    add(state, part_of(state, id, Happens::complete, commit.mbarriers[i], i));
  }
  return state;
}

State wait_group(const Doing& doing) { return with_next(doing); }

// What it points to is what the operation reads, or writes.
State perform_descriptor(const Doing& doing) {
  State state = late(doing);
  const auto& operation = instruction<Operation>(doing);
  const Event& read = state.events[doing.event];
  const auto address = doing.context.pointed_to(value_read(doing.context, state, read));
  if (!address) return state;
  const CopiedElement& element = operation.elements.front();
  if (!element.source) {
    add(state, part_of(state, read.issue, Happens::source, *address));
  } else if (element.destinations.empty()) {
    const Happens what = combines(operation) ? Happens::combine : Happens::target;
    add(state, part_of(state, read.issue, what, *address));
  }
  return state;
}

State perform_read(const Doing& doing) { return late(doing); }
State perform_write(const Doing& doing) { return late(doing); }
State perform_reduction(const Doing& doing) { return late(doing); }

State perform_complete(const Doing& doing) {
  State state = doing.state;
  state.events[doing.event].done = true;
  count(doing.context, state, doing.event, [&](Mbarrier& mbarrier) {
    const auto* const operation = doing.context.of<Operation>(state.events[doing.event]);
    return operation != nullptr ? complete_bytes(mbarrier, doing.event, operation->bytes)
                                : arrive(mbarrier, doing.event, 1, false, true);
  });
  return state;
}

State mbarrier_init(const Doing& doing) {
  const Value count = operand(doing, instruction<MbarrierOperation>(doing).operand);
  return with_counted(
      doing, [&](Mbarrier& mbarrier, EventId event) { return initialise(mbarrier, event, count); });
}

State mbarrier_inval(const Doing& doing) {
  return with_counted(doing, [](Mbarrier& mbarrier, EventId) { return invalidate(mbarrier); });
}

State mbarrier_expect(const Doing& doing) {
  const Value bytes = operand(doing, instruction<MbarrierOperation>(doing).operand);
  return with_counted(doing,
                      [&](Mbarrier& mbarrier, EventId) { return expect_bytes(mbarrier, bytes); });
}

State mbarrier_complete(const Doing& doing) {
  const Value bytes = operand(doing, instruction<MbarrierOperation>(doing).operand);
  return with_counted(doing, [&](Mbarrier& mbarrier, EventId event) {
    return complete_bytes(mbarrier, event, bytes);
  });
}

State mbarrier_arrive(const Doing& doing) {
  const auto& what = instruction<MbarrierOperation>(doing);
  const bool drops = what.kind == MbarrierOperation::Kind::arrive_drop;
  const AddressId address = what.mbarrier;
  const bool phase = doing.state.mbarriers[doing.context.mbarrier(address)].phase;
  State state = with_counted(doing, [&](Mbarrier& mbarrier, EventId event) -> WhyUndefined {
    if (what.expected) {
      const WhyUndefined why = expect_bytes(mbarrier, operand(doing, *what.expected));
      if (why) return why;
    }
    return arrive(mbarrier, event, operand(doing, what.operand), drops, !what.no_complete);
  });
  state.events.back().value = phase ? 1 : 0;
  return state;
}

State mbarrier_await_copies(const Doing& doing) {
  const auto& what = instruction<MbarrierOperation>(doing);
  State state = with_counted(doing, [&](Mbarrier& mbarrier, EventId) -> WhyUndefined {
    if (!what.no_increment) return await_one_more(mbarrier);
    return mbarrier.valid ? WhyUndefined() : Undefined::Why::not_initialised;
  });
  const auto id = static_cast<EventId>(state.events.size() - 1);
  add(state, part_of(state, id, Happens::complete, what.mbarrier));
  return state;
}

State mbarrier_wait(const Doing& doing) {
  State state = with_next(doing);
  const auto id = static_cast<EventId>(state.events.size() - 1);
  Event& event = state.events[id];
  event.value = 1;
  event.observed = state.mbarriers[doing.context.mbarrier(event.address)].completed;
  count(doing.context, state, id, [](const Mbarrier& mbarrier) {
    return mbarrier.valid ? WhyUndefined() : Undefined::Why::not_initialised;
  });
  return state;
}

State mbarrier_time_out(const Doing& doing) { return with_next(doing); }

State show_last(const Context& context, const State& state, ThreadId thread, LocationId location) {
  State next = state;
  EventSet& shown = next.shown[thread];
  shown.for_each([&](std::size_t write) {
    if (context.location(state.events[write]) == location) shown &= ~EventSet::of(write);
  });
  shown |= last_of(Consistency(context, state), location);
  return next;
}

State go_round(const Doing& doing) { return doing.state; }

State keep_last(const Doing& doing) {
  State state = doing.state;
  const LocationId location = doing.context.observed()[state.settled.size()];
  state.settled.push_back(doing.way.source != no_event
                              ? state.events[doing.way.source].value
                              : doing.context.program().locations[location].initial);
  return state;
}

}  // namespace opexplore::ptx_async
