#include "opmodel/ptx/in_order/form.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "opmodel/ptx/expand.hpp"
#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/rules/atomic.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/fence.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/rules/load.hpp"
#include "opmodel/ptx/rules/proxy_fence.hpp"
#include "opmodel/ptx/rules/settle.hpp"
#include "opmodel/ptx/rules/store.hpp"

namespace opexplore::ptx_model {

namespace {

template <unsigned Width>
SharedMemory<Width> shared_of(const Context& context, InOrderState<Width>& state) {
  return {context.semantics, state.memory, span_of(state.messages)};
}

}  // namespace

template <unsigned Width>
bool InOrderForm<Width>::final(const State& state) const {
  return all_finished(context_, state) && settled(context_, state);
}

template <unsigned Width>
bool InOrderForm<Width>::for_each_step(const State& state, Sink sink) const {
  if (state.too_many_writes) return false;
  if (all_finished(context_, state)) {
    if (!settled(context_, state)) settle(context_, state, sink);
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
  const auto component = [&](ThreadMask left) {
    if (!context_.options.split_components) return left;
    return left & context_.components.to_expand(span_of(std::as_const(pcs)),
                                                state.barriers.waiting(), left);
  };
  const auto step = [&](ThreadId thread, Sink each) { return for_each_step(state, thread, each); };
  return expand<State>(able, component, step, sink);
}

template <unsigned Width>
bool InOrderForm<Width>::for_each_step(const State& state, ThreadId thread, Sink sink) const {
  const InstructionId pc = state.threads[thread].pc;
  if (context_.finished(thread, pc) || state.barriers.waits(thread)) return false;
  switch (context_.semantics.rule(thread, pc)) {
    case RuleId::load:
      return load(state, thread, sink);
    case RuleId::atomic:
      return atomic(state, thread, sink);
    case RuleId::store:
      store(state, thread, sink);
      break;
    case RuleId::fence:
      fence(state, thread, sink);
      break;
    case RuleId::fence_sc:
      fence_sc(state, thread, sink);
      break;
    case RuleId::proxy_fence:
      proxy_fence(state, thread, sink);
      break;
    case RuleId::barrier:
      barrier(state, thread, sink);
      break;
    case RuleId::local:
      local(state, thread, sink);
      break;
    case RuleId::postpone_load:
    case RuleId::late_load:
    case RuleId::late_store:
    case RuleId::settle:
      break;  // execute no instruction
  }
  return false;
}

// The read half: false when the guard forbids it.
template <unsigned Width>
bool InOrderForm<Width>::read(State& state, ThreadId thread, const Access& access,
                              std::size_t source) const {
  Knowledge<Width>& knowledge = state.threads[thread].knowledge;
  const ItemSet known = state.memory.ordered_before(knowledge.view, access, context_.semantics);
  if (!may_load(state.memory, known, source)) return false;
  // A later store may still order racing writes: not these, for the read has been.
  state.memory.never_after(source, known);
  ptx_model::load(knowledge, shared_of(context_, state), access, source);
  return true;
}

// From every write that may be read.
template <unsigned Width>
bool InOrderForm<Width>::load(const State& state, ThreadId thread, Sink sink) const {
  const InstructionId pc = state.threads[thread].pc;
  const Access& access = context_.semantics.access(thread, pc);
  const RegisterId destination = *register_written(context_.action(thread, pc));
  bool pruned = false;
  for_each_item(state.memory.at_location(access.location, context_.semantics),
                [&](std::size_t source) {
                  State next = state;
                  if (!read(next, thread, access, source)) return;
                  next.threads[thread].registers[destination] = state.memory.writes[source].value;
                  advance(context_, next, thread);
                  if (spins(state, next, thread)) {
                    pruned = true;
                  } else {
                    sink(step_of(RuleId::load, thread, source), std::move(next));
                  }
                });
  return pruned;
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

// The write half: a step for each place in coherence. `source`: what the read half of an atomic
// read.
template <unsigned Width>
void InOrderForm<Width>::write(State state, ThreadId thread, Value value, std::uint8_t source,
                               Emit emit) const {
  const Semantics& semantics = context_.semantics;
  const InstructionId pc = state.threads[thread].pc;
  const Access& access = semantics.access(thread, pc);
  const auto advanced = [&](State&& next, std::uint16_t choice) {
    advance(context_, next, thread);
    emit(std::move(next), choice);
  };
  if (state.memory.writes.size() >= max_items - 1) {
    state.too_many_writes = true;
    advanced(std::move(state), 0);
    return;
  }
  Write mine;
  mine.thread = thread;
  mine.instruction = pc;
  mine.value = value;
  mine.rmw_source = source;
  const std::size_t at = insert_write(state, mine);
  Knowledge<Width>& knowledge = state.threads[thread].knowledge;
  if (!may_store(state.memory, knowledge.view, access, at, semantics)) return;
  ptx_model::store(knowledge, shared_of(context_, state), access, at);
  if (state.memory.unordered_strong(at, semantics) == max_items) {  // no choice, no copy
    if (state.memory.atomic(access.location, semantics)) advanced(std::move(state), 0);
    return;
  }
  Memory memory = std::move(state.memory);
  for_each_orientation(std::move(memory), at, semantics,
                       [&](Memory&& oriented, std::uint16_t choice) {
                         State next = state;
                         next.memory = std::move(oriented);
                         advanced(std::move(next), choice);
                       });
}

template <unsigned Width>
void InOrderForm<Width>::store(const State& state, ThreadId thread, Sink sink) const {
  const auto& mine = state.threads[thread];
  const auto value = value_written(context_.action(thread, mine.pc), span_of(mine.registers));
  write(state, thread, *value, Write::none, [&](State&& next, std::uint16_t choice) {
    sink(step_of(RuleId::store, thread, choice), std::move(next));
  });
}

// From every write that may be read.
template <unsigned Width>
bool InOrderForm<Width>::atomic(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  bool pruned = false;
  for_each_item(state.memory.at_location(access.location, context_.semantics),
                [&](std::size_t source) {
                  const auto emit = [&](State&& next, std::uint16_t choice) {
                    const std::size_t argument = source | static_cast<std::size_t>(choice) << 8U;
                    sink(step_of(RuleId::atomic, thread, argument), std::move(next));
                  };
                  pruned = modify(state, thread, source, emit) || pruned;
                });
  return pruned;
}

// A read-modify-write that reads this write. Returns whether a spinning iteration was left out.
template <unsigned Width>
bool InOrderForm<Width>::modify(const State& state, ThreadId thread, std::size_t source,
                                Emit emit) const {
  const auto& mine = state.threads[thread];
  const Atomic& instruction = *read_modify_write(context_.action(thread, mine.pc));
  const Access& access = context_.semantics.access(thread, mine.pc);
  State next = state;
  if (!read(next, thread, access, source)) return false;
  const Value old = state.memory.writes[source].value;
  const auto registers = span_of(mine.registers);
  const Stored stored =
      combine(instruction, old, value_of(instruction.operand, registers),
              value_of(instruction.expected, registers), context_.semantics.reading());
  if (instruction.destination) next.threads[thread].registers[*instruction.destination] = old;

  // An iteration that fails to change a location with total coherence can be left
  // out: whoever reads its write can read the one before it instead.
  const bool quiet =
      !stored.writes || (stored.value == old && context_.semantics.uniform(access.location));
  if (quiet) {
    State after = next;
    advance(context_, after, thread);
    if (spins(state, after, thread)) return true;
    if (!stored.writes) {
      emit(std::move(after), 0);
      return false;
    }
  }
  write(std::move(next), thread, stored.value, static_cast<std::uint8_t>(source), emit);
  return false;
}

// A step without choices: the thread goes on.
template <unsigned Width>
void InOrderForm<Width>::after(State next, ThreadId thread, RuleId rule, Sink sink) const {
  advance(context_, next, thread);
  sink(step_of(rule, thread, 0), std::move(next));
}

template <unsigned Width>
void InOrderForm<Width>::fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const auto facts = fence_of(context_.action(thread, state.threads[thread].pc));
  ptx_model::fence(next.threads[thread].knowledge, shared_of(context_, next), thread, *facts);
  after(std::move(next), thread, RuleId::fence, sink);
}

// Comes after every fence.sc that has run, in the Fence-SC order: what each thread knew at its last
// one is kept by the scope that reached (Knowledge::fenced).
template <unsigned Width>
void InOrderForm<Width>::fence_sc(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const auto facts = fence_of(context_.action(thread, state.threads[thread].pc));
  SmallVector<const View<Width>*, max_threads> earlier;
  for (std::size_t u = 0; u < state.threads.size(); ++u) {
    const Scope needed = context_.semantics.distance(static_cast<ThreadId>(u), thread);
    if (u == thread || facts->scope < needed) continue;
    earlier.push_back(&state.threads[u].knowledge.fenced[level(needed)]);
  }
  Knowledge<Width>& knowledge = next.threads[thread].knowledge;
  ptx_model::fence_sc(knowledge, shared_of(context_, next), thread, *facts,
                      std::span<const View<Width>* const>(earlier.data(), earlier.size()), 0);
  publish(knowledge.fenced, facts->scope, knowledge.view);
  after(std::move(next), thread, RuleId::fence_sc, sink);
}

template <unsigned Width>
void InOrderForm<Width>::proxy_fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const auto facts = fence_of(context_.action(thread, state.threads[thread].pc));
  ptx_model::proxy_fence(next.threads[thread].knowledge.view, thread, *facts->proxy,
                         context_.semantics);
  after(std::move(next), thread, RuleId::proxy_fence, sink);
}

template <unsigned Width>
void InOrderForm<Width>::barrier(const State& state, ThreadId thread, Sink sink) const {
  const auto& mine = state.threads[thread];
  const Barrier& instruction = *barrier_of(context_.action(thread, mine.pc));
  const Arrival arrival =
      arrival_at(context_.semantics.reading(), instruction, span_of(mine.registers));
  State next = state;
  const auto gathering =
      element_for(next.gatherings, context_.barriers.cta(thread), arrival.resource);
  if (gathering->complete) {  // a quorum of Dartagnan's: whoever comes later passes
    leave(next.threads[thread].knowledge, gathering->view, instruction);
  } else if (state.barriers.may_arrive(context_.barriers, thread, arrival.resource)) {
    arrive(gathering->view, mine.knowledge);
    next.barriers.arrive(context_.barriers, thread, arrival);
  } else {
    return;
  }
  after(std::move(next), thread, RuleId::barrier, sink);
}

template <unsigned Width>
void InOrderForm<Width>::local(const State& state, ThreadId thread, Sink sink) const {
  // Fused local steps end before a local instruction only when they diverge.
  if (context_.options.fuse_local) return;
  State next = state;
  auto& mine = next.threads[thread];
  context_.local.step(thread, mine.pc, span_of(mine.registers));
  end_step(context_, next);
  sink(step_of(RuleId::local, thread, 0), std::move(next));
}

template <unsigned Width>
bool InOrderForm<Width>::spins(const State& before, const State& after, ThreadId thread) const {
  const auto& from = before.threads[thread];
  const auto& to = after.threads[thread];
  return context_.options.prune_spins &&
         context_.spins.returns(thread, from.pc, span_of(from.registers), to.pc,
                                span_of(to.registers));
}

template <unsigned Width>
Outcome InOrderForm<Width>::outcome(const State& state) const {
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return state.threads[term.thread].registers[term.reg];
  });
}

template class InOrderForm<1>;
template class InOrderForm<few_stages>;

}  // namespace opexplore::ptx_model
