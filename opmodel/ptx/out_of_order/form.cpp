#include "opmodel/ptx/out_of_order/form.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "opmodel/ptx/expand.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"
#include "opmodel/ptx/out_of_order/fold.hpp"
#include "opmodel/ptx/out_of_order/races.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/propagate.hpp"
#include "opmodel/ptx/rules/settle.hpp"

namespace opexplore::ptx_model {

OutOfOrderState OutOfOrderForm::initial() const { return unfolded(beginning(context_)); }

bool OutOfOrderForm::all_finished(const State& state, const Events& now) const {
  if (state.barriers.waiting() != 0) return false;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!context_.finished(thread, now.position(thread).pc)) return false;
    if (is_pending(state.issued[t])) return false;
  }
  return true;
}

Standing OutOfOrderForm::standing(const State& state) const {
  const Events now(context_, state);
  Standing result;
  result.waiting = state.barriers.waiting();
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (!is_pending(state.issued[t]) && context_.finished(thread, now.position(thread).pc)) {
      result.ended |= thread_bit(thread) & ~result.waiting;
    }
  }
  return result;
}

std::size_t OutOfOrderForm::entry_of(const State& state, Step step) {
  if (is_one_of<late_load_>(step)) return rule_list.argument<late_load_{}>(step).entry;
  if (is_one_of<late_store_>(step)) return rule_list.argument<late_store_{}>(step).entry;
  return state.issued[step.thread].size();
}

OutOfOrderState OutOfOrderForm::after(const State& state, Step step) const {
  State result;
  const auto keep = [&](Step candidate, State&& next) {
    if (candidate == step) result = std::move(next);
  };
  if (is_one_of<postpone_load_>(step)) {
    postpone_load(state, Events(context_, state), step.thread, keep);
  } else {
    for_each_step(state, keep);
  }
  return result;
}

StepDuties OutOfOrderForm::step_duties(const State& state, Step step) const {
  if (is_one_of<settle_, postpone_load_>(step)) return {};
  const State then = after(state, step);
  if (then.beyond != LateLimit::none) return {};
  if (then.memory.writes.size() == state.memory.writes.size()) return {};
  const std::size_t write =
      Events(context_, then).entry(step.thread, entry_of(state, step)).write_item;
  return duties_of_write(context_, then.memory, write);
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
    state.beyond = LateLimit::events;
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
    const auto completed = element_for(state.completed, generation.cta, generation.resource);
    ++completed->count;
    completed->quorum = generation.quorum.has_value();
  });
}

bool OutOfOrderForm::spins(const State& before, const Events& now, const State& after,
                           ThreadId thread) const {
  if (!context_.options.prune_spins || before.beyond != LateLimit::none) return false;
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
  if (!context_.spins.returns(thread, start.pc, from, end.pc, to)) return false;
  return !context_.options.races || !adds_data_race(context_, before, after);
}

Outcome OutOfOrderForm::outcome(const State& state) const {
  const Events now(context_, state);
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return now.position(term.thread).registers[term.reg].value_or(0);
  });
}

namespace {

// What the past names has the numbers of memory, into which a write is put.
void make_room_in_past(InOrderState<LateSize>& past, std::size_t at) {
  for_each_view(past, [&](View<LateSize>& view) {
    for (auto& stage : view.items.stage) stage = stage.make_room(at);
  });
  for (auto& thread : past.threads) {
    thread.knowledge.observed = thread.knowledge.observed.make_room(at);
    thread.floor = thread.floor.make_room(at);
  }
  past.messages.insert(past.messages.begin() + static_cast<std::ptrdiff_t>(at),
                       Message<LateSize>());
}

// The entry's write takes its number in memory, ordered by the floor of its thread alone; those
// behind it are renumbered. Returns the number.
std::size_t place_write(const Context& context, OutOfOrderState& state, ThreadId thread,
                        std::size_t entry, Value value) {
  std::size_t earlier = past_writes(state, thread);
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
  make_room_in_past(state.past, at);
  const LateItems& floor = state.past.threads[thread].floor;
  if (!floor.empty()) place_above(state.memory, at, floor, context.semantics);
  if (write.rmw_source != Write<late_words>::none) state.memory.writes[at].rmw_source = mine.read;
  return at;
}

}  // namespace

// Whether memory holds more of the location than the in-order form lets it, and some turns of the
// loop that writes it.
bool OutOfOrderForm::fills_window(const State& state, ThreadId thread, std::size_t entry) const {
  if (!context_.options.liveness) return false;
  const InstructionId at = state.issued[thread][entry].instruction;
  const LocationId location = context_.semantics.access(thread, at).location;
  std::size_t writes = 0;
  state.memory.at_location(location, context_.semantics).for_each([&](std::size_t) { ++writes; });
  return writes >= 2 * window_writes;
}

// Calls emit for every place of the entry's write in coherence.
void OutOfOrderForm::write(const State& state, ThreadId thread, std::size_t entry, Value value,
                           Emit emit) const {
  State next = state;
  if (!next.memory.has_room(context_.semantics)) next.beyond = LateLimit::events;
  if (fills_window(state, thread, entry)) next.beyond = LateLimit::window;
  if (next.beyond != LateLimit::none) {
    emit(std::move(next), 0);
    return;
  }
  const std::size_t at = place_write(context_, next, thread, entry, value);
  release_barriers(context_, next);
  const Events events(context_, next);
  if (events.too_large()) {
    next.beyond = LateLimit::events;
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
