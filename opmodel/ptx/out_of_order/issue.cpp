// The rules that issue the thread's next instruction.
#include <algorithm>
#include <utility>
#include <vector>

#include "opmodel/ptx/out_of_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/rules/load.hpp"

namespace opexplore::ptx_model {

namespace {

// The state after the thread has issued the instruction at `pc`, before anything is checked. `read`
// and `write`: what Issued says of its halves.
OutOfOrderState with_issued(const OutOfOrderState& state, ThreadId thread, InstructionId pc,
                            std::size_t read = Issued::none, std::uint8_t write = Issued::none) {
  OutOfOrderState next = state;
  Issued& issued = next.issued[thread].emplace_back();
  issued.instruction = pc;
  issued.read = static_cast<std::uint8_t>(read);
  issued.write = write;
  return next;
}

}  // namespace

// Whether the thread's next instruction may lead to what a load that is put off reads. The others
// come after it, in order.
bool OutOfOrderForm::is_needed(const State& state, const Events& now, ThreadId thread) const {
  const Node next{thread, now.position(thread).pc};
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    for (const Issued& issued : state.issued[t]) {
      if (!issued.reads_pending()) continue;
      const Access& access =
          context_.semantics.access(static_cast<ThreadId>(t), issued.instruction);
      if (context_.late_needs.may_bring(next, access.location)) return true;
    }
  }
  return false;
}

// Where infinite runs are judged a load cannot be put off for ever: as long as one is, a thread may
// come to an instruction so often.
bool OutOfOrderForm::turns_again(const State& state, const Events& now, ThreadId thread) const {
  constexpr std::ptrdiff_t most_turns = 2;
  if (!context_.options.liveness) return false;
  return std::ranges::count(state.issued[thread], now.position(thread).pc, &Issued::instruction) >=
         most_turns;
}

bool OutOfOrderForm::issue(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const Position& position = now.position(thread);
  if (context_.finished(thread, position.pc) || position.stalled || position.diverged ||
      state.barriers.waits(thread)) {
    return false;
  }
  if (context_.folds && !is_needed(state, now.events(), thread)) return false;
  const bool again = turns_again(state, now.events(), thread);
  if (again || state.issued[thread].size() >= 0xff) {
    State next = state;
    next.beyond = again ? LateLimit::turns : LateLimit::events;
    sink(rule_list.step<local_{}>(thread), std::move(next));
    return false;
  }
  return execute(context_.semantics.rule(thread, position.pc), *this, state, now, thread, sink);
}

// From any write now, or later.
bool OutOfOrderForm::read(const State& state, Present& now, ThreadId thread,
                          FunctionRef<bool(std::size_t)> from, Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  bool pruned = false;
  const bool addressed = now.position(thread).addressed(context_.action(thread, pc));
  if (addressed) {
    const LocationId location = context_.semantics.access(thread, pc).location;
    pruned = from(initial_write);
    state.memory.at_location(location, context_.semantics).for_each([&](std::size_t source) {
      pruned = from(source) || pruned;
    });
  }
  if (!addressed || may_postpone(state, thread, pc)) postpone_load(state, thread, pc, sink);
  return pruned;
}

bool OutOfOrderForm::load(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const auto from = [&](std::size_t source) { return load_from(state, now, thread, source, sink); };
  return read(state, now, thread, from, sink);
}

// An entry that comes last of its thread is in no view that is there: what its read may do is what
// the thread knows.
bool OutOfOrderForm::load_from(const State& state, Present& now, ThreadId thread,
                               std::size_t source, Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  const Semantics& semantics = context_.semantics;
  const Access& access = semantics.access(thread, pc);
  const Step step =
      rule_list.step<load_{}>(thread, {step_number(source, access.location, semantics)});
  const bool too_many = now.events().too_large_with(1);
  if (!too_many && !may_load(state.memory, now.known_next(thread, access), source)) return false;
  State next = with_issued(state, thread, pc, source);
  release_barriers(context_, next);
  if (too_many) {
    next.beyond = LateLimit::events;
  } else {
    if (!sc_at_location(next, thread, state.issued[thread].size())) return false;
    const Value value = state.memory.value(source, access.location, semantics);
    const Position then = now.events().behind_read(thread, value);
    if (spins(state, now.position(thread), next, then, thread)) return true;
  }
  sink(step, std::move(next));
  return false;
}

bool OutOfOrderForm::atomic(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const auto from = [&](std::size_t source) {
    return atomic_from(state, now, thread, source, sink);
  };
  return read(state, now, thread, from, sink);
}

bool OutOfOrderForm::atomic_from(const State& state, Present& now, ThreadId thread,
                                 std::size_t source, Sink sink) const {
  const Position& start = now.position(thread);
  const Semantics& semantics = context_.semantics;
  const Access& access = semantics.access(thread, start.pc);
  const std::size_t number = step_number(source, access.location, semantics);
  const Step unwritten = rule_list.step<atomic_{}>(thread, {number, 0});
  State next = with_issued(state, thread, start.pc, source, Issued::pending);
  if (now.events().too_large_with(1)) {
    release_barriers(context_, next);
    next.beyond = LateLimit::events;
    sink(unwritten, std::move(next));
    return false;
  }
  if (!may_load(state.memory, now.known_next(thread, access), source) ||
      !sc_at_location(next, thread, state.issued[thread].size())) {
    return false;
  }
  const Value old = state.memory.value(source, access.location, semantics);
  const Stored stored =
      stored_at(start, context_.action(thread, start.pc), old, semantics.reading());
  if (!stored.ready) {  // its operand waits for a postponed load
    append(std::move(next), unwritten, sink);
    return false;
  }
  const bool silent = stored.value == old && semantics.uniform(access.location);
  if (!stored.writes) next.issued[thread].back().write = Issued::none;
  if ((!stored.writes || silent) &&
      spins(state, start, next, now.events().behind_read(thread, old), thread)) {
    return true;
  }
  if (!stored.writes) {
    append(std::move(next), unwritten, sink);
    return false;
  }
  const LateItems known = now.known_between_halves(thread, access, source);
  write_next(std::move(next), now, thread, known, stored.value,
             [&](Reached&& placed, std::uint16_t choice) {
               const auto way = static_cast<std::uint8_t>(choice);
               sink(rule_list.step<atomic_{}>(thread, {number, way}), std::move(placed));
             });
  return false;
}

// Takes its place in coherence at once if its value and address are known.
bool OutOfOrderForm::store(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const Position& position = now.position(thread);
  const Stored stored =
      stored_at(position, context_.action(thread, position.pc), {}, context_.semantics.reading());
  State next = with_issued(state, thread, position.pc, Issued::none, Issued::pending);
  if (!stored.ready) {
    sink(rule_list.step<store_{}>(thread), std::move(next));
    return false;
  }
  const LateItems known =
      now.known_to_write(thread, context_.semantics.access(thread, position.pc));
  write_next(std::move(next), now, thread, known, stored.value,
             [&](Reached&& after, std::uint16_t choice) {
               sink(rule_list.step<store_{}>(thread, {choice}), std::move(after));
             });
  return false;
}

// A fence that takes no place among others is noted: the rule acts in the execution.
bool OutOfOrderForm::fence(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  append(with_issued(state, thread, pc), rule_list.step<fence_{}>(thread), sink);
  return false;
}

bool OutOfOrderForm::proxy_fence(const State& state, Present& now, ThreadId thread,
                                 Sink sink) const {
  const InstructionId pc = now.position(thread).pc;
  append(with_issued(state, thread, pc), rule_list.step<proxy_fence_{}>(thread), sink);
  return false;
}

// Local instructions run along with what comes before them (Events).
bool OutOfOrderForm::local(const State&, Present&, ThreadId, Sink) const { return false; }

namespace {

// The fence's number in the list by (thread, entry), where it is put, related to nothing yet.
std::size_t insert_fence(OutOfOrderState& state, ThreadId thread, std::size_t entry) {
  std::size_t at = 0;
  while (at < state.fences.size() && state.fences[at].thread <= thread) ++at;
  for (OrderedFence& fence : state.fences) fence.before = fence.before.make_room(at);
  state.fences.insert(state.fences.begin() + static_cast<std::ptrdiff_t>(at),
                      {thread, static_cast<std::uint8_t>(entry), {}});
  return at;
}

bool related(const Context& context, const OutOfOrderState& state, const OrderedFence& a,
             const OrderedFence& b) {
  const auto scope = [&](const OrderedFence& fence) {
    const InstructionId at = state.issued[fence.thread][fence.entry].instruction;
    return fence_of(context.action(fence.thread, at))->scope;
  };
  return morally_strong_fences(context.semantics, a.thread, scope(a), b.thread, scope(b));
}

}  // namespace

// Last in the Fence-SC order, or before fences that have run and that led to this one without
// ordering it, by themselves or by way of fences that follow them (a fence that did not lead to it
// could have run after it): a step for each way.
bool OutOfOrderForm::fence_sc(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const std::size_t entry = state.issued[thread].size();
  State next = with_issued(state, thread, now.position(thread).pc);
  const std::size_t at = insert_fence(next, thread, entry);
  LateItems strong;
  std::vector<std::size_t> movable;
  for (std::size_t f = 0; f < next.fences.size(); ++f) {
    const OrderedFence& other = next.fences[f];
    if (f == at || !related(context_, next, next.fences[at], other)) continue;
    strong |= LateItems::of(f);
    if (other.thread != thread && context_.semantics.lateness().late_fence &&
        now.events().consequences(other.thread, other.entry)[thread] < entry) {
      movable.push_back(f);
    }
  }
  // The bits of the choice say which of the movable fences come later.
  for (std::size_t choice = 0; choice < std::size_t{1} << movable.size(); ++choice) {
    State placed = next;
    placed.fences[at].before = strong;
    for (std::size_t bit = 0; bit < movable.size(); ++bit) {
      if ((choice >> bit & 1U) == 0) continue;
      placed.fences[at].before &= ~LateItems::of(movable[bit]);
      placed.fences[movable[bit]].before |= LateItems::of(at);
    }
    const auto later = static_cast<std::uint16_t>(choice);
    const Step step = rule_list.step<fence_sc_{}>(thread, {later});
    if (choice == 0 && !now.events().too_large_with(1)) {
      append(std::move(placed), step, sink);  // last of all
    } else {
      check(std::move(placed), step, sink);
    }
  }
  return false;
}

bool OutOfOrderForm::barrier(const State& state, Present& now, ThreadId thread, Sink sink) const {
  const Position& position = now.position(thread);
  const Barrier& instruction = *barrier_of(context_.action(thread, position.pc));
  std::vector<Value> registers;
  for (const MaybeValue& value : position.registers) registers.push_back(value.value_or(0));
  const Reading& reading = context_.semantics.reading();
  const Arrival arrival = arrival_at(reading, instruction, registers);
  const ThreadMask cta = context_.barriers.cta(thread);
  std::uint8_t generation = 0;
  for (const CompletedBarrier& done : state.completed) {
    if (done.cta == cta && done.resource == arrival.resource) generation = done.count;
  }
  State next = with_issued(state, thread, position.pc);
  Issued& issued = next.issued[thread].back();
  issued.resource = arrival.resource;
  if (reading.barriers_by_instance && arrival.quorum && generation > 0) {
    issued.too_late = true;  // a quorum of Dartagnan's: whoever comes later passes
  } else if (state.barriers.may_arrive(context_.barriers, thread, arrival.resource)) {
    issued.generation = generation;
    next.barriers.arrive(context_.barriers, thread, arrival);
  } else {
    return false;
  }
  append(std::move(next), rule_list.step<barrier_{}>(thread), sink);
  return false;
}

}  // namespace opexplore::ptx_model
