#include "opmodel/ptx/in_order.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "opmodel/ptx/final_state.hpp"
#include "opmodel/ptx/in_order_advance.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
bool InOrderRules<Width>::final(const State& state) const {
  return all_finished(context_, state) &&
         state.settled.size() == context_.observed_locations.size();
}

template <unsigned Width>
bool InOrderRules<Width>::for_each_step(const State& state, Sink sink) const {
  if (state.too_many_writes) return false;
  if (all_finished(context_, state)) {
    if (!final(state)) settle(state, sink);
    return false;
  }
  SmallVector<InstructionId, max_threads> pcs;
  ThreadMask able = 0;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    pcs.push_back(state.threads[t].pc);
    const bool runs = !context_.finished(thread, pcs.back()) && !state.barriers.waits(thread);
    if (runs) able |= thread_bit(thread);
  }
  bool pruned = false;
  while (able != 0) {
    const ThreadMask chosen = context_.options.split_components
                                  ? context_.components.to_expand(span_of(std::as_const(pcs)),
                                                                  state.barriers.waiting(), able)
                                  : able;
    std::size_t steps = 0;
    const auto count = [&](Step step, State&& next) {
      ++steps;
      sink(step, std::move(next));
    };
    for_each_item(chosen & able, [&](std::size_t t) {
      pruned = for_each_step(state, static_cast<ThreadId>(t), count) || pruned;
    });
    if (steps != 0) break;
    able &= ~chosen;  // these spin or are stuck; others may still run
  }
  return pruned;
}

template <unsigned Width>
bool InOrderRules<Width>::for_each_step(const State& state, ThreadId thread, Sink sink) const {
  const InstructionId pc = state.threads[thread].pc;
  if (context_.finished(thread, pc) || state.barriers.waits(thread)) return false;
  const Action& action = context_.action(thread, pc);
  if (std::holds_alternative<Load>(action)) return loads(state, thread, sink);
  if (std::holds_alternative<Atomic>(action)) return atomics(state, thread, sink);
  const auto emit = [&](RuleId rule, std::uint16_t choice, State&& next) {
    sink(Step{static_cast<std::uint8_t>(rule), thread, choice}, std::move(next));
  };
  if (is_local(action)) {
    // Fused local steps end before a local instruction only when they diverge.
    if (!context_.options.fuse_local) emit(RuleId::local, 0, local(state, thread));
  } else if (const auto* instruction = std::get_if<Fence>(&action)) {
    const bool sc = instruction->order == Order::sc;
    emit(sc ? RuleId::fence_sc : RuleId::fence, 0, fence(state, thread));
  } else if (std::holds_alternative<ProxyFence>(action)) {
    emit(RuleId::proxy_fence, 0, proxy_fence(state, thread));
  } else if (std::holds_alternative<Barrier>(action)) {
    if (auto next = barrier(state, thread)) emit(RuleId::barrier, 0, std::move(*next));
  } else {
    store(state, thread, [&](State&& next, std::uint16_t choice) {
      emit(RuleId::store, choice, std::move(next));
    });
  }
  return false;
}

// From every write that may be read. Returns whether a spinning iteration was left out.
template <unsigned Width>
bool InOrderRules<Width>::loads(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  bool pruned = false;
  for_each_item(state.memory.at_location(access.location, context_.semantics),
                [&](std::size_t source) {
                  auto next = load(state, thread, source);
                  if (!next) return;
                  if (spins(state, *next, thread)) {
                    pruned = true;
                    return;
                  }
                  sink(Step{static_cast<std::uint8_t>(RuleId::load), thread,
                            static_cast<std::uint16_t>(source)},
                       std::move(*next));
                });
  return pruned;
}

template <unsigned Width>
bool InOrderRules<Width>::atomics(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  bool pruned = false;
  for_each_item(state.memory.at_location(access.location, context_.semantics),
                [&](std::size_t source) {
                  const auto emit = [&](State&& next, std::uint16_t choice) {
                    const std::size_t argument = source | static_cast<std::size_t>(choice) << 8U;
                    sink(Step{static_cast<std::uint8_t>(RuleId::atomic), thread,
                              static_cast<std::uint16_t>(argument)},
                         std::move(next));
                  };
                  pruned = atomic(state, thread, source, emit) || pruned;
                });
  return pruned;
}

// The read half of an access: Causality admits any write that no write known to
// the thread follows in coherence (PTX ISA 8.10.6). False when it does not.
template <unsigned Width>
bool InOrderRules<Width>::observe(State& state, ThreadId thread, const Access& access,
                                  std::size_t source) const {
  const Semantics& semantics = context_.semantics;
  Knowledge<Width>& knowledge = state.threads[thread].knowledge;
  Write& write = state.memory.writes[source];
  const ItemSet known = state.memory.ordered_before(knowledge.view, access, semantics);
  if ((write.after & known) != 0) return false;
  write.not_after |= known & ~item(source) & ~state.memory.before(source);
  if (state.memory.morally_strong(source, access, semantics)) {  // observation order
    knowledge.view.add(source, access, semantics.stages());
    if (access.strong) knowledge.observed |= item(source);
  }
  if (access.acquires) {
    // The pattern may have begun with an earlier strong read of this address.
    const ItemSet heads = knowledge.observed & state.memory.at_address(access.address, semantics);
    for_each_item(heads, [&](std::size_t head) {
      learn(knowledge, semantics, state.messages[head], thread, access.scope, access.proxy);
    });
  }
  return true;
}

namespace {

// Puts a write that nothing orders yet into memory. Returns its number, which is the next of its
// thread; those behind it are renumbered, wherever they are named.
template <unsigned Width>
std::size_t insert_write(InOrderState<Width>& state, Write write) {
  const std::size_t at = state.memory.place_for(static_cast<ThreadId>(write.thread + 1), 0);
  for_each_view(state, [&](View<Width>& view) {
    for (ItemSet& stage : view.stage) stage = make_room(stage, at);
  });
  for (auto& other : state.threads) {
    other.knowledge.observed = make_room(other.knowledge.observed, at);
  }
  if (write.rmw_source != Write::none && write.rmw_source >= at) ++write.rmw_source;
  state.memory.insert(at, write);
  state.messages.emplace_back();
  std::rotate(state.messages.begin() + static_cast<std::ptrdiff_t>(at), state.messages.end() - 1,
              state.messages.end());
  return at;
}

}  // namespace

// The write half: ordered after everything known, before or after each morally
// strong write that is not; then it hands on what release patterns end in it.
template <unsigned Width>
void InOrderRules<Width>::write(State state, ThreadId thread, const Access& access, Value value,
                                std::uint8_t source, Emit emit) const {
  const Semantics& semantics = context_.semantics;
  if (state.memory.writes.size() >= max_items - 1) {
    state.too_many_writes = true;
    emit(std::move(state), 0);
    return;
  }
  Write mine;
  mine.thread = thread;
  mine.instruction = state.threads[thread].pc;
  mine.value = value;
  mine.rmw_source = source;
  const std::size_t at = insert_write(state, mine);

  Knowledge<Width>& knowledge = state.threads[thread].knowledge;
  const ItemSet known = state.memory.ordered_before(knowledge.view, access, semantics);
  if (!state.memory.order(known | item(access.location), item(at))) return;
  knowledge.view.add(at, access, semantics.stages());
  release_through(knowledge, access, state.messages[at]);
  source = state.memory.writes[at].rmw_source;
  if (source != Write::none && state.memory.morally_strong(source, access, semantics)) {
    inherit(state.messages[at], state.messages[source]);
  }
  if (state.memory.unordered_strong(at, semantics) == max_items) {  // no choice, no copy
    if (state.memory.atomic(access.location, semantics)) emit(std::move(state), 0);
    return;
  }
  Memory memory = std::move(state.memory);
  for_each_orientation(std::move(memory), at, semantics,
                       [&](Memory&& oriented, std::uint16_t choice) {
                         State next = state;
                         next.memory = std::move(oriented);
                         emit(std::move(next), choice);
                       });
}

template <unsigned Width>
std::optional<InOrderState<Width>> InOrderRules<Width>::load(const State& state, ThreadId thread,
                                                             std::size_t source) const {
  const InstructionId pc = state.threads[thread].pc;
  const auto& instruction = std::get<Load>(context_.action(thread, pc));
  State next = state;
  if (!observe(next, thread, context_.semantics.access(thread, pc), source)) return std::nullopt;
  next.threads[thread].registers[instruction.destination] = state.memory.writes[source].value;
  advance(context_, next, thread);
  return next;
}

template <unsigned Width>
void InOrderRules<Width>::store(const State& state, ThreadId thread, Emit emit) const {
  const auto& mine = state.threads[thread];
  const auto& instruction = std::get<Store>(context_.action(thread, mine.pc));
  const Value value = value_of(instruction.value, span_of(mine.registers));
  write(state, thread, context_.semantics.access(thread, mine.pc), value, Write::none,
        [&](State&& next, std::uint16_t choice) {
          advance(context_, next, thread);
          emit(std::move(next), choice);
        });
}

// Returns whether a spinning iteration was left out.
template <unsigned Width>
bool InOrderRules<Width>::atomic(const State& state, ThreadId thread, std::size_t source,
                                 Emit emit) const {
  const auto& mine = state.threads[thread];
  const auto& instruction = std::get<Atomic>(context_.action(thread, mine.pc));
  const Access& access = context_.semantics.access(thread, mine.pc);
  State read = state;
  if (!observe(read, thread, access, source)) return false;
  const Value old = state.memory.writes[source].value;
  const Value operand = value_of(instruction.operand, span_of(mine.registers));
  const bool failed = instruction.op == AtomicOp::cas &&
                      value_of(instruction.expected, span_of(mine.registers)) != old;
  const Value stored = failed ? old : evaluate(instruction.op, old, operand);
  if (instruction.destination) read.threads[thread].registers[*instruction.destination] = old;
  const bool writes = !failed || context_.semantics.reading().failed_cas_writes;

  // An iteration that fails to change a location with total coherence can be left
  // out: whoever reads its write can read the one before it instead.
  const bool quiet = !writes || (stored == old && context_.semantics.uniform(access.location));
  if (quiet) {
    State after = read;
    advance(context_, after, thread);
    if (spins(state, after, thread)) return true;
    if (!writes) {
      emit(std::move(after), 0);
      return false;
    }
  }
  write(std::move(read), thread, access, stored, static_cast<std::uint8_t>(source),
        [&](State&& next, std::uint16_t choice) {
          advance(context_, next, thread);
          emit(std::move(next), choice);
        });
  return false;
}

// fence.sc F2 comes after every fence.sc F1 that has run, in the Fence-SC order, and
// learns from those it is morally strong with (PTX ISA 8.9.3, 8.9.4).
template <unsigned Width>
void InOrderRules<Width>::join_fences(State& state, ThreadId thread, Scope scope) const {
  for (std::size_t u = 0; u < state.threads.size(); ++u) {
    const Scope needed = context_.semantics.distance(static_cast<ThreadId>(u), thread);
    if (u != thread && scope >= needed) {
      state.threads[thread].knowledge.view |= state.threads[u].knowledge.fenced[level(needed)];
    }
  }
}

template <unsigned Width>
InOrderState<Width> InOrderRules<Width>::fence(const State& state, ThreadId thread) const {
  State next = state;
  const auto& instruction = std::get<Fence>(context_.action(thread, state.threads[thread].pc));
  const bool sc = instruction.order == Order::sc;
  Knowledge<Width>& knowledge = next.threads[thread].knowledge;
  if (sc) join_fences(next, thread, instruction.scope);
  if (acquires(instruction, context_.semantics.reading())) {
    for_each_item(knowledge.observed, [&](std::size_t head) {
      learn(knowledge, context_.semantics, next.messages[head], thread, instruction.scope,
            Proxy::generic);
    });
  }
  if (releases(instruction, context_.semantics.reading())) {
    publish(knowledge.released, instruction.scope, knowledge.view);
  }
  if (sc) publish(knowledge.fenced, instruction.scope, knowledge.view);
  advance(context_, next, thread);
  return next;
}

template <unsigned Width>
InOrderState<Width> InOrderRules<Width>::proxy_fence(const State& state, ThreadId thread) const {
  State next = state;
  const Semantics& semantics = context_.semantics;
  const auto& instruction = std::get<ProxyFence>(context_.action(thread, state.threads[thread].pc));
  if (semantics.reading().proxies) {
    next.threads[thread].knowledge.view.pass_fence(instruction.kind, semantics.cta(thread),
                                                   semantics.stages());
  }
  advance(context_, next, thread);
  return next;
}

template <unsigned Width>
std::optional<InOrderState<Width>> InOrderRules<Width>::barrier(const State& state,
                                                                ThreadId thread) const {
  const auto& mine = state.threads[thread];
  const auto& instruction = std::get<Barrier>(context_.action(thread, mine.pc));
  const Arrival arrival =
      arrival_at(context_.semantics.reading(), instruction, span_of(mine.registers));
  const ThreadMask cta = context_.barriers.cta(thread);
  State next = state;
  auto place = next.gatherings.begin();
  while (place != next.gatherings.end() &&
         std::pair{place->cta, place->resource} < std::pair{cta, arrival.resource}) {
    ++place;
  }
  if (place == next.gatherings.end() || place->cta != cta || place->resource != arrival.resource) {
    place = next.gatherings.insert(place, {cta, arrival.resource, {}, false});
  }
  if (place->complete) {
    if (!instruction.arrive) next.threads[thread].knowledge.view |= place->view;
    advance(context_, next, thread);
    return next;
  }
  if (!state.barriers.may_arrive(context_.barriers, thread, arrival.resource)) return std::nullopt;
  place->view |= mine.knowledge.view;
  next.barriers.arrive(context_.barriers, thread, arrival);
  advance(context_, next, thread);
  return next;
}

template <unsigned Width>
InOrderState<Width> InOrderRules<Width>::local(const State& state, ThreadId thread) const {
  State next = state;
  auto& mine = next.threads[thread];
  context_.local.step(thread, mine.pc, span_of(mine.registers));
  end_step(context_, next);
  return next;
}

template <unsigned Width>
bool InOrderRules<Width>::spins(const State& before, const State& after, ThreadId thread) const {
  const auto& from = before.threads[thread];
  const auto& to = after.threads[thread];
  return context_.options.prune_spins &&
         context_.spins.returns(thread, from.pc, span_of(from.registers), to.pc,
                                span_of(to.registers));
}

// Racing writes to a location settle: any last one may stay (PTX ISA 8.9.6).
template <unsigned Width>
void InOrderRules<Width>::settle(const State& state, Sink sink) const {
  settle_location(
      context_, state.memory, state.settled.size(), [&](std::size_t write, Value value) {
        State next = state;
        next.settled.push_back(value);
        sink(Step{static_cast<std::uint8_t>(RuleId::settle), 0, static_cast<std::uint16_t>(write)},
             std::move(next));
      });
}

template <unsigned Width>
Outcome InOrderRules<Width>::outcome(const State& state) const {
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return state.threads[term.thread].registers[term.reg];
  });
}

template class InOrderRules<1>;
template class InOrderRules<few_stages>;

}  // namespace opexplore::ptx_model
