// Loads, stores and atomics of the in-order form.
#include <algorithm>
#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/atomic.hpp"
#include "opmodel/ptx/rules/load.hpp"
#include "opmodel/ptx/rules/store.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
bool InOrderForm<Width>::spins(const State& before, const State& after, ThreadId thread) const {
  const auto& from = before.threads[thread];
  const auto& to = after.threads[thread];
  return context_.options.prune_spins &&
         context_.spins.returns(thread, from.pc, span_of(from.registers), to.pc,
                                span_of(to.registers));
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
  ptx_model::load(knowledge, shared_of(context_.semantics, state), access, source);
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
                    sink(rule_list.step<load_{}>(thread, {source}), std::move(next));
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
  ptx_model::store(knowledge, shared_of(context_.semantics, state), access, at);
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
bool InOrderForm<Width>::store(const State& state, ThreadId thread, Sink sink) const {
  const auto& mine = state.threads[thread];
  const auto value = value_written(context_.action(thread, mine.pc), span_of(mine.registers));
  write(state, thread, *value, Write::none, [&](State&& next, std::uint16_t choice) {
    sink(rule_list.step<store_{}>(thread, {choice}), std::move(next));
  });
  return false;
}

// From every write that may be read.
template <unsigned Width>
bool InOrderForm<Width>::atomic(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  bool pruned = false;
  for_each_item(state.memory.at_location(access.location, context_.semantics),
                [&](std::size_t source) {
                  const auto emit = [&](State&& next, std::uint16_t choice) {
                    const auto way = static_cast<std::uint8_t>(choice);
                    sink(rule_list.step<atomic_{}>(thread, {source, way}), std::move(next));
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

template bool InOrderForm<1>::load(const InOrderState<1>&, ThreadId,
                                   FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::store(const InOrderState<1>&, ThreadId,
                                    FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::atomic(const InOrderState<1>&, ThreadId,
                                     FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<few_stages>::load(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::store(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::atomic(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;

}  // namespace opexplore::ptx_model
