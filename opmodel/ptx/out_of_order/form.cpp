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
#include "opmodel/ptx/out_of_order/sc_per_location.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/load.hpp"
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
  const auto keep = [&](Step candidate, Reached&& next) {
    if (candidate == step) result = std::move(next.state);
  };
  if (is_one_of<postpone_load_>(step)) {
    const InstructionId pc = Events(context_, state).position(step.thread).pc;
    postpone_load(state, step.thread, pc, keep);
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
  if (std::ranges::any_of(state.issued, is_pending)) return false;
  return settled(context_, state) && all_finished(state, Events(context_, state));
}

bool OutOfOrderForm::for_each_step(const State& state, Sink sink) const {
  Present present(context_, state);
  const Events& now = present.events();
  if (all_finished(state, now)) {
    if (!settled(context_, state)) {
      settle<State>(context_, state, [&](Step step, State&& next) { sink(step, std::move(next)); });
    }
    return false;
  }
  if (late_store(state, present, sink) || certain(state, present, sink)) return true;
  const auto chosen = [&](ThreadMask able) { return component(state, now, able); };
  const auto step = [&](ThreadId thread, Sink each) {
    // A load that was postponed in vain is a dead end of the search, not a deadlock.
    bool pruned = false;
    for (const Issued& issued : state.issued[thread]) pruned = pruned || issued.reads_pending();
    late_load(state, present, thread, each);
    return issue(state, present, thread, each) || pruned;
  };
  return expand<Reached>(unfinished(state, now), chosen, step, sink);
}

// A store whose value is known, or a fence without a place among others, comes next of its thread
// in every execution that goes on from here, and needs nothing: the first one runs before anything
// else (docs/machines-ptx.md). Returns whether there was one.
bool OutOfOrderForm::certain(const State& state, Present& now, Sink sink) const {
  if (!chooses_threads()) return false;
  bool taken = false;
  const auto take = [&](Step step, Reached&& next) {
    taken = true;
    sink(step, std::move(next));
  };
  for (std::size_t t = 0; t < state.issued.size() && !taken; ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const Position& position = now.position(thread);
    if (context_.finished(thread, position.pc)) continue;
    const std::uint8_t rule = context_.semantics.rule(thread, position.pc);
    const Action& action = context_.action(thread, position.pc);
    const bool store = rule == number<store_> &&
                       stored_at(position, action, {}, context_.semantics.reading()).ready;
    if (store || rule == number<fence_> || rule == number<proxy_fence_>) {
      issue(state, now, thread, take);
    }
  }
  return taken;
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

// What was issued last and is no access allows itself: nothing that is there follows from it.
void OutOfOrderForm::append(State&& state, Step step, Sink sink) const {
  release_barriers(context_, state);
  sink(step, std::move(state));
}

// Calls sink if the candidate execution satisfies the axioms.
void OutOfOrderForm::check(State&& state, Step step, Sink sink) const {
  release_barriers(context_, state);
  const Events events(context_, state);
  if (events.too_large()) {
    state.beyond = LateLimit::events;
    sink(step, std::move(state));
    return;
  }
  LateMemory memory = state.memory;
  const bool allowed = with_execution(events, [&](auto& after) {
    return after.saturate() && after.impose_coherence(memory) && after.consistent(memory);
  });
  if (!allowed) return;
  state.memory = std::move(memory);
  sink(step, std::move(state));
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

bool OutOfOrderForm::spins(const State& before, const Position& start, const State& after,
                           const Position& end, ThreadId thread) const {
  if (!context_.options.prune_spins || before.beyond != LateLimit::none || end.stalled)
    return false;
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
  if (!known(start, from) || !known(end, to)) return false;
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

// The entry's write takes its number in memory, ordered by the floor of its thread alone; those
// behind it are renumbered. Returns the number.
std::size_t place_write(const Context& context, OutOfOrderState& state, ThreadId thread,
                        std::size_t entry, Value value) {
  std::size_t at = state.past.writes();
  while (at < state.memory.writes.size() && state.memory.writes[at].thread < thread) ++at;
  for (std::size_t e = 0; e < entry; ++e) {
    if (state.issued[thread][e].write_done()) ++at;
  }
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
  const LateItems& floor = state.past->threads[thread].floor;
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

// Why the entry cannot write, if so.
LateLimit OutOfOrderForm::full_for(const State& state, ThreadId thread, std::size_t entry) const {
  if (fills_window(state, thread, entry)) return LateLimit::window;
  return state.memory.has_room(context_.semantics) ? LateLimit::none : LateLimit::events;
}

// SC-per-Location at what the entry accesses.
bool OutOfOrderForm::sc_at_location(const State& after, ThreadId thread, std::size_t entry) const {
  const Semantics& semantics = context_.semantics;
  if (!semantics.lateness().mixed_scopes) return true;
  const InstructionId at = after.issued[thread][entry].instruction;
  const AddressId address = semantics.access(thread, at).address;
  return !semantics.check_sc_per_location(address) ||
         sc_per_location(Events(context_, after), after.memory, address);
}

namespace {

// A read of the location: what it took, and what was known to overwrite nothing of it.
struct Taken {
  std::uint8_t source = 0;
  LateItems known;
};

std::vector<Taken> reads_of(const OutOfOrderState& state, Present& now, LocationId location) {
  std::vector<Taken> reads;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t e = 0; e < state.issued[t].size(); ++e) {
      const Issued& issued = state.issued[t][e];
      if (!issued.read_done() || now.events().access(thread, e).location != location) continue;
      const LateItems known = now.known_before(thread, e);
      if (!known.empty()) reads.push_back({issued.read, known});
    }
  }
  return reads;
}

}  // namespace

// Calls emit for every place in coherence of a write that is issued now, last of its thread: `next`
// has its entry, `now` has not. `known`: what comes before it. Nothing that is there follows from
// it, so what it may break is what reads of the location knew, and SC-per-Location.
void OutOfOrderForm::write_next(State&& next, Present& now, ThreadId thread, const LateItems& known,
                                Value value, Emit emit) const {
  const std::size_t entry = next.issued[thread].size() - 1;
  const Issued& mine = next.issued[thread][entry];
  const Access& access = context_.semantics.access(thread, mine.instruction);
  next.beyond = full_for(next, thread, entry);
  if (next.beyond == LateLimit::none && now.events().too_large_with(mine.read_done() ? 2 : 1)) {
    next.beyond = LateLimit::events;
  }
  if (next.beyond != LateLimit::none) return emit(std::move(next), 0);
  std::vector<Taken> reads = reads_of(now.events().state(), now, access.location);
  if (mine.read_done()) reads.push_back({mine.read, now.known_next(thread, access)});
  const std::size_t at = place_write(context_, next, thread, entry, value);
  for (Taken& read : reads) {
    if (read.source < initial_write && read.source >= at) ++read.source;
    read.known = read.known.make_room(at);
  }
  release_barriers(context_, next);
  if (!next.memory.order(known.make_room(at), LateItems::of(at))) return;
  const auto place = [&](LateMemory&& memory, std::uint16_t choice) {
    for (const Taken& read : reads) {
      if (!may_load(memory, read.known, read.source)) return;
    }
    State placed = next;
    placed.memory = std::move(memory);
    if (sc_at_location(placed, thread, entry)) emit(std::move(placed), choice);
  };
  for_each_orientation(LateMemory(next.memory), at, context_.semantics,
                       FunctionRef<void(LateMemory&&, std::uint16_t)>(place));
}

// The same for an entry that waited: what follows it comes to know more.
void OutOfOrderForm::write_late(const State& state, Present& now, ThreadId thread,
                                std::size_t entry, Value value, Emit emit) const {
  State next = state;
  next.beyond = full_for(state, thread, entry);
  if (next.beyond == LateLimit::none && now.events().too_large_with(1)) {
    next.beyond = LateLimit::events;
  }
  if (next.beyond != LateLimit::none) return emit(std::move(next), 0);
  now.with([](auto&) {});
  const std::size_t at = place_write(context_, next, thread, entry, value);
  release_barriers(context_, next);
  Present then(now, now.events().with_write(next, thread, entry, at));
  then.with([&](auto& after) {
    after.make_room(at);
    if (!after.saturate_behind(thread) || !after.impose_coherence(next.memory)) return;
    const auto place = [&](LateMemory&& memory, std::uint16_t choice) {
      if (!after.consistent(memory)) return;
      State placed = next;
      placed.memory = std::move(memory);
      emit({std::move(placed), &then}, choice);
    };
    for_each_orientation(LateMemory(next.memory), at, context_.semantics,
                         FunctionRef<void(LateMemory&&, std::uint16_t)>(place));
  });
}

}  // namespace opexplore::ptx_model
