#include "opmodel/ptx/out_of_order.hpp"

#include <span>
#include <utility>
#include <vector>

#include "opmodel/ptx/execution.hpp"
#include "opmodel/ptx/final_state.hpp"

namespace opexplore::ptx_model {

OutOfOrderState OutOfOrderRules::initial() const {
  State state;
  state.memory = initial_memory(context_.test.program);
  state.issued.resize(context_.test.program.threads.size());
  return state;
}

bool OutOfOrderRules::all_finished(const State& state, const Events& now) const {
  if (state.barriers.waiting() != 0) return false;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!context_.finished(thread, now.position(thread).pc)) return false;
    for (const Issued& issued : state.issued[t]) {
      if (issued.reads_pending() || issued.writes_pending()) return false;
    }
  }
  return true;
}

bool OutOfOrderRules::for_each_step(const State& state, Sink sink) const {
  const Events now(context_, state);
  if (all_finished(state, now)) {
    if (state.settled.size() < context_.observed_locations.size()) settle(state, sink);
    return false;
  }
  // A store whose operands have arrived waits for nothing: running it first loses
  // no behaviour, because its place in coherence is chosen freely either way.
  if (late_stores(state, now, sink)) return true;
  bool pruned = false;
  ThreadMask able = unfinished(state, now);
  while (able != 0) {
    const ThreadMask chosen = component(state, now, able);
    std::size_t steps = 0;
    const auto count = [&](Step step, State&& next) {
      ++steps;
      sink(step, std::move(next));
    };
    for_each_item(chosen, [&](std::size_t t) {
      const auto thread = static_cast<ThreadId>(t);
      // A load that was postponed in vain is a dead end of the search, not a deadlock.
      for (const Issued& issued : state.issued[t]) pruned = pruned || issued.reads_pending();
      late_loads(state, now, thread, count);
      pruned = issue(state, now, thread, count) || pruned;
    });
    if (steps != 0) break;
    able &= ~chosen;  // these spin or are stuck; others may still run
  }
  return pruned;
}

// Threads with something left to issue or to perform.
ThreadMask OutOfOrderRules::unfinished(const State& state, const Events& now) const {
  ThreadMask result = 0;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    bool left =
        !context_.finished(thread, now.position(thread).pc) && !state.barriers.waits(thread);
    for (const Issued& issued : state.issued[t]) left = left || issued.reads_pending();
    if (left) result |= thread_bit(thread);
  }
  return result;
}

// The threads to expand (opmodel/parts/components.hpp). What a postponed load or a
// late fence teaches reaches into the past of others, so that while one is possible
// all threads belong together.
ThreadMask OutOfOrderRules::component(const State& state, const Events& now,
                                      ThreadMask able) const {
  if (!context_.options.split_components) return able;
  SmallVector<InstructionId, max_threads> pcs;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
    if (context_.semantics.lateness().late_fence && context_.futures[t][pcs.back()].fence_sc) {
      return able;
    }
    for (const Issued& issued : state.issued[t]) {
      if (issued.reads_pending()) return able;
    }
  }
  return able &
         context_.components.to_expand(span_of(std::as_const(pcs)), state.barriers.waiting(), able);
}

// Calls emit if the candidate execution satisfies the axioms.
void OutOfOrderRules::check(State&& state, FunctionRef<void(State&&)> emit) const {
  release_barriers(state);
  const Events events(context_, state);
  if (events.too_large()) {
    state.too_many_events = true;
    emit(std::move(state));
    return;
  }
  Memory memory = state.memory;
  const bool allowed = with_execution(events, [&](auto& after) {
    return after.saturate() && after.impose_coherence(memory) && after.consistent(memory);
  });
  if (!allowed) return;
  state.memory = std::move(memory);
  emit(std::move(state));
}

bool OutOfOrderRules::may_postpone(const State& state, ThreadId thread, InstructionId pc) const {
  if (!context_.semantics.may_postpone(thread, pc)) return false;
  // One waiting instance of a load at a time: more only arise in loops that do
  // not look at what they load, and each would wait without bound.
  constexpr std::size_t most_waiting_instances = 4;
  std::size_t waiting = 0;
  for (const Issued& issued : state.issued[thread]) {
    if (issued.instruction == pc && issued.reads_pending()) ++waiting;
  }
  return waiting < most_waiting_instances;
}

void OutOfOrderRules::release_barriers(State& state) const {
  if (!context_.barriers.has_barriers() || state.barriers.generations().empty()) return;
  while (true) {
    const Events now(context_, state);
    SmallVector<InstructionId, max_threads> pcs;
    for (std::size_t t = 0; t < state.issued.size(); ++t) {
      pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
    }
    const auto generation =
        state.barriers.take_completed(context_.barriers, span_of(std::as_const(pcs)));
    if (!generation) return;
    auto place = state.completed.begin();
    while (place != state.completed.end() && std::pair{place->cta, place->resource} <
                                                 std::pair{generation->cta, generation->resource}) {
      ++place;
    }
    if (place == state.completed.end() || place->cta != generation->cta ||
        place->resource != generation->resource) {
      place = state.completed.insert(place, {generation->cta, generation->resource, 0});
    }
    ++place->count;
  }
}

bool OutOfOrderRules::spins(const State& before, const Events& now, const State& after,
                            ThreadId thread) const {
  if (!context_.options.prune_spins || before.too_many_events) return false;
  const Events then(context_, after);
  const auto known = [&](const Position& position, std::vector<Value>& values) {
    for (std::size_t r = 0; r < position.registers.size(); ++r) {
      if (!position.registers[r]) {
        const auto live = context_.liveness.live(thread, position.pc);
        for (const RegisterId reg : live) {
          if (reg == r) return false;
        }
      }
      values.push_back(position.registers[r].value_or(0));
    }
    return true;
  };
  std::vector<Value> from;
  std::vector<Value> to;
  const Position& start = now.position(thread);
  const Position& end = then.position(thread);
  if (end.stalled || !known(start, from) || !known(end, to)) return false;
  return context_.spins.returns(thread, start.pc, from, end.pc, to);
}

void OutOfOrderRules::settle(const State& state, Sink sink) const {
  settle_location(
      context_, state.memory, state.settled.size(), [&](std::size_t write, Value value) {
        State next = state;
        next.settled.push_back(value);
        sink(Step{static_cast<std::uint8_t>(RuleId::settle), 0, static_cast<std::uint16_t>(write)},
             std::move(next));
      });
}

Outcome OutOfOrderRules::outcome(const State& state) const {
  const Events now(context_, state);
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return now.position(term.thread).registers[term.reg].value_or(0);
  });
}

namespace {

// The entry's write takes its number in memory, unordered; those behind it are renumbered. Returns
// the number.
std::size_t place_write(OutOfOrderState& state, ThreadId thread, std::size_t entry, Value value) {
  std::size_t earlier = 0;
  for (std::size_t e = 0; e < entry; ++e) {
    if (state.issued[thread][e].write_done()) ++earlier;
  }
  const std::size_t at = state.memory.place_for(thread, earlier);
  for (auto& log : state.issued) {
    for (Issued& issued : log) {
      if (issued.read_done() && issued.read >= at) ++issued.read;
    }
  }
  Issued& mine = state.issued[thread][entry];
  mine.write = 0;
  Write write;
  write.thread = thread;
  write.instruction = mine.instruction;
  write.value = value;
  if (mine.read_done()) write.rmw_source = mine.read;
  state.memory.insert(at, write);
  if (write.rmw_source != Write::none) state.memory.writes[at].rmw_source = mine.read;
  return at;
}

}  // namespace

// Calls emit for every place of the entry's write in coherence.
void OutOfOrderRules::perform_write(const State& state, ThreadId thread, std::size_t entry,
                                    Value value, Emit emit) const {
  State next = state;
  if (next.memory.writes.size() >= max_items - 1) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  const std::size_t at = place_write(next, thread, entry, value);
  release_barriers(next);
  const Events events(context_, next);
  if (events.too_large()) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  with_execution(events, [&](auto& after) {
    if (!after.saturate() || !after.impose_coherence(next.memory)) return;
    for_each_orientation(Memory(next.memory), at, context_.semantics,
                         [&](Memory&& memory, std::uint16_t choice) {
                           if (!after.consistent(memory)) return;
                           State placed = next;
                           placed.memory = std::move(memory);
                           emit(std::move(placed), choice);
                         });
  });
}

}  // namespace opexplore::ptx_model
