#include "opmodel/ptx/out_of_order/form.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "opmodel/ptx/expand.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/settle.hpp"

namespace opexplore::ptx_model {

OutOfOrderState OutOfOrderForm::initial() const {
  State state;
  state.issued.resize(context_.test.program.threads.size());
  return state;
}

bool OutOfOrderForm::all_finished(const State& state, const Events& now) const {
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

Standing OutOfOrderForm::standing(const State& state) const {
  const Events now(context_, state);
  Standing result;
  result.waiting = state.barriers.waiting();
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const bool late = std::ranges::any_of(state.issued[t], [](const Issued& issued) {
      return issued.reads_pending() || issued.writes_pending();
    });
    if (!late && context_.finished(thread, now.position(thread).pc)) {
      result.ended |= thread_bit(thread) & ~result.waiting;
    }
  }
  return result;
}

std::vector<InstructionId> OutOfOrderForm::places(const State& state) const {
  const Events now(context_, state);
  std::vector<InstructionId> places;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    places.push_back(now.position(static_cast<ThreadId>(t)).pc);
  }
  return places;
}

bool OutOfOrderForm::final(const State& state) const {
  return settled(context_, state) && all_finished(state, Events(context_, state));
}

bool OutOfOrderForm::for_each_step(const State& state, Sink sink) const {
  const Events now(context_, state);
  if (all_finished(state, now)) {
    if (!settled(context_, state)) settle(context_, state, sink);
    return false;
  }
  if (late_store(state, now, sink)) return true;
  const auto chosen = [&](ThreadMask able) { return component(state, now, able); };
  const auto step = [&](ThreadId thread, Sink each) {
    // A load that was postponed in vain is a dead end of the search, not a deadlock.
    bool pruned = false;
    for (const Issued& issued : state.issued[thread]) pruned = pruned || issued.reads_pending();
    late_load(state, now, thread, each);
    return issue(state, now, thread, each) || pruned;
  };
  return expand<State>(unfinished(state, now), chosen, step, sink);
}

// Threads with something left to issue or to perform.
ThreadMask OutOfOrderForm::unfinished(const State& state, const Events& now) const {
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
ThreadMask OutOfOrderForm::component(const State& state, const Events& now, ThreadMask able) const {
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
void OutOfOrderForm::check(State&& state, FunctionRef<void(State&&)> emit) const {
  release_barriers(context_, state);
  const Events events(context_, state);
  if (events.too_large()) {
    state.too_many_events = true;
    emit(std::move(state));
    return;
  }
  LateMemory memory = state.memory;
  const bool allowed = with_execution(events, [&](auto& after) {
    return after.saturate() && after.impose_coherence(memory) && after.consistent(memory);
  });
  if (!allowed) return;
  state.memory = std::move(memory);
  emit(std::move(state));
}

void OutOfOrderForm::check(State&& state, Step step, Sink sink) const {
  check(std::move(state), [&](State&& after) { sink(step, std::move(after)); });
}

void release_barriers(const Context& context, OutOfOrderState& state) {
  const auto positions = [&] {
    const Events now(context, state);
    SmallVector<InstructionId, max_threads> pcs;
    for (std::size_t t = 0; t < state.issued.size(); ++t) {
      pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
    }
    return pcs;
  };
  complete_barriers(context, state.barriers, positions, [&](const Generation& generation) {
    ++element_for(state.completed, generation.cta, generation.resource)->count;
  });
}

bool OutOfOrderForm::spins(const State& before, const Events& now, const State& after,
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

Outcome OutOfOrderForm::outcome(const State& state) const {
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
      if (issued.read < initial_write && issued.read >= at) ++issued.read;
    }
  }
  Issued& mine = state.issued[thread][entry];
  mine.write = 0;
  Write<late_words> write;
  write.thread = thread;
  write.instruction = mine.instruction;
  write.value = value;
  if (mine.read_done()) write.rmw_source = mine.read;
  state.memory.insert(at, write);
  if (write.rmw_source != Write<late_words>::none) state.memory.writes[at].rmw_source = mine.read;
  return at;
}

}  // namespace

// Calls emit for every place of the entry's write in coherence.
void OutOfOrderForm::write(const State& state, ThreadId thread, std::size_t entry, Value value,
                           Emit emit) const {
  State next = state;
  if (!next.memory.has_room(context_.semantics)) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  const std::size_t at = place_write(next, thread, entry, value);
  release_barriers(context_, next);
  const Events events(context_, next);
  if (events.too_large()) {
    next.too_many_events = true;
    emit(std::move(next), 0);
    return;
  }
  with_execution(events, [&](auto& after) {
    if (!after.saturate() || !after.impose_coherence(next.memory)) return;
    const auto place = [&](LateMemory&& memory, std::uint16_t choice) {
      if (!after.consistent(memory)) return;
      State placed = next;
      placed.memory = std::move(memory);
      emit(std::move(placed), choice);
    };
    for_each_orientation(LateMemory(next.memory), at, context_.semantics,
                         FunctionRef<void(LateMemory&&, std::uint16_t)>(place));
  });
}

}  // namespace opexplore::ptx_model
