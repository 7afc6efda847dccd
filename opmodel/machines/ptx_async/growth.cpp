#include "opmodel/machines/ptx_async/growth.hpp"

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/base_order.hpp"
#include "opmodel/machines/ptx_async/fairness.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;

// The value that an access writes, given what it has read.
std::optional<Value> written(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  const Value read = event.reads() ? value_read(context, state, event) : 0;
  if (!is_asynchronous(event.what)) {
    const Standing standing = standing_of(context, state, event.thread, id);
    if (context.of<FencedCopy>(event) != nullptr) {
      if (event.what == Happens::read) return std::nullopt;
      return value_read(context, state, state.events[id - 1U]);
    }
    std::vector<Value> registers;
    for (const MaybeValue& value : standing.registers) registers.push_back(value.value_or(0));
    return value_written(context.action(event), registers, read);
  }
  if (event.what == Happens::descriptor || event.what == Happens::source) return std::nullopt;
  const Operation& operation = *context.of<Operation>(event);
  const Standing issued = standing_of(context, state, event.thread, event.issue);
  const std::size_t element = context.element(event);
  Value value = known_value(operation.elements[element].operand, issued);
  for (const Event& other : state.events) {
    const bool feeds = other.what == Happens::descriptor ||
                       (other.what == Happens::source && context.element(other) == element);
    if (feeds && other.issue == event.issue) value = value_read(context, state, other);
  }
  return event.what == Happens::combine ? evaluate(operation.op, read, value) : value;
}

// Events that it has to be ordered with.
EventSet opponents(const Context& context, const State& state, EventId event) {
  EventSet result;
  const bool fence = context.is_fence_sc(state.events[event]);
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const auto id = static_cast<EventId>(i);
    const Event& other = state.events[i];
    if (id == event || (!other.done && !other.wrote)) continue;
    const bool alike =
        fence ? context.is_fence_sc(other)
              : other.wrote && context.location(other) == context.location(state.events[event]);
    if (alike && morally_strong(context, state, event, id)) result |= EventSet::of(i);
  }
  return result;
}

// The writes that a read may take its value from; no_event is the initial value, or what does not
// read.
std::vector<EventId> sources_of(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  std::vector<EventId> sources{no_event};
  if (!event.reads()) return sources;
  for (std::size_t i = 0; i < state.events.size(); ++i) {
    const Event& write = state.events[i];
    if (write.wrote && i != id && context.location(write) == context.location(event)) {
      sources.push_back(static_cast<EventId>(i));
    }
  }
  if (!context.judges_runs() || is_asynchronous(event.what)) return sources;
  const Outdated gone = outdated(context, state, event.thread, context.location(event));
  std::erase_if(sources, [&](EventId source) {
    return source == no_event ? gone.initial : gone.writes.contains(source);
  });
  return sources;
}

// The sets of opponents that have with each member those before it.
std::vector<EventSet> downward_closed(const State& state, const EventSet& opponents) {
  std::vector<EventSet> found{EventSet()};
  for (std::size_t i = 0; i < found.size() && found.size() <= most_ways; ++i) {
    opponents.for_each([&](std::size_t next) {
      if (found[i].contains(next) || found.size() > most_ways) return;
      if (!found[i].includes(state.events[next].before & opponents)) return;
      const EventSet more = found[i] | EventSet::of(next);
      for (const EventSet& known : found) {
        if (known == more) return;
      }
      found.push_back(more);
    });
  }
  return found;
}

}  // namespace

EventId add(State& state, const Event& event) {
  state.events.push_back(event);
  return static_cast<EventId>(state.events.size() - 1);
}

Event event_of(const Context& context, const Standing& standing, ThreadId thread) {
  Event event;
  event.thread = thread;
  event.instruction = standing.at;
  const Action& action = context.action(event);
  if (const MemoryAccess* const access = memory_access(action)) {
    event.address = context.program().addresses[access->address].generic;
    event.what = read_modify_write(action) != nullptr ? Happens::update
                 : reads_memory(action)               ? Happens::read
                                                      : Happens::write;
  } else if (fence_of(action) || context.of<AsynchronousFence>(event) != nullptr) {
    event.what = Happens::fence;
  } else if (barrier_of(action) != nullptr) {
    event.what = Happens::barrier;
  } else if (const auto* const mbarrier = context.of<MbarrierOperation>(event)) {
    event.address = mbarrier->mbarrier;
  }
  return event;
}

std::vector<Way> ways_of(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  const std::vector<EventId> sources = sources_of(context, state, id);
  // A write that comes between an update and what it has read breaks atomicity (8.10.3), where the
  // two are morally strong: so there is one place for it, mostly.
  const auto parts = [&](EventId source, const EventSet& before) {
    bool between = source != no_event && morally_strong(context, state, id, source) &&
                   !before.contains(source);
    before.for_each([&](std::size_t write) {
      between = between || (source == no_event) ||
                (write != source && state.events[write].before.contains(source));
    });
    return between;
  };
  std::vector<Way> ways;
  State trial = state;
  for (const EventId source : sources) {
    trial.events[id].reads_from = source;
    const bool orders =
        event.what == Happens::fence || (!event.wrote && written(context, trial, id).has_value());
    const EventSet others = orders ? opponents(context, state, id) : EventSet();
    for (const EventSet& before : downward_closed(state, others)) {
      if (orders && event.reads() && parts(source, before)) continue;
      ways.push_back({source, before, others & ~before});
    }
  }
  return ways;
}

bool may_write_first(const Context& context, const Event& event) {
  const auto* const atomic = read_modify_write(context.action(event));
  return event.what == Happens::update && !event.wrote && atomic != nullptr &&
         atomic->op == AtomicOp::exch && context.may_be_late(event.thread, event.instruction);
}

std::vector<Way> ways_of_write(const Context& context, const State& state, EventId event) {
  State trial = state;
  trial.events[event].what = Happens::write;
  return ways_of(context, trial, event);
}

void take(const Context& context, State& state, EventId id, const Way& way) {
  Event& event = state.events[id];
  event.reads_from = way.source;
  if (!event.wrote) event.before = way.before;
  way.after.for_each([&](std::size_t later) { state.events[later].before |= EventSet::of(id); });
  if (event.accesses()) {
    const std::optional<Value> value = written(context, state, id);
    event.wrote = value.has_value();
    event.value = value.value_or(0);
  }
  event.done = true;
}

}  // namespace opexplore::ptx_async
