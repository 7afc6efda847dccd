// Loads, stores and atomics of the in-order form: what is read, and what comes of it.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/in_turn.hpp"
#include "opmodel/ptx/in_order/least_reads.hpp"
#include "opmodel/ptx/in_order/location_order.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/atomic.hpp"
#include "opmodel/ptx/rules/load.hpp"

namespace opexplore::ptx_model {

template <class Size>
bool InOrderForm<Size>::spins(const State& before, const State& after, ThreadId thread) const {
  const auto& from = before.threads[thread];
  const auto& to = after.threads[thread];
  return context_.options.prune_spins &&
         context_.spins.returns(thread, from.pc, span_of(from.registers), to.pc,
                                span_of(to.registers)) &&
         same_accesses(before, after);
}

// The same of an iteration that reads this value and writes nothing, before it is worked out what
// the thread learns. Only where no read of which the guard holds is refused.
template <class Size>
bool InOrderForm<Size>::spins_at_once(const State& state, ThreadId thread, Value read) const {
  if constexpr (Size::finds_races || Size::leaves_fences_open) return false;
  if (!context_.options.prune_spins || !context_.ordered_addresses.empty()) return false;
  const auto& mine = state.threads[thread];
  if (!context_.spins.may_return(thread, mine.pc)) return false;
  auto registers = mine.registers;
  if (const auto written = register_written(context_.action(thread, mine.pc))) {
    registers[*written] = read;
  }
  return context_.spins.returns(thread, mine.pc, span_of(mine.registers),
                                static_cast<InstructionId>(mine.pc + 1), span_of(registers));
}

namespace {

template <class Size>
void stop_awaiting(const Context&, InOrderState<Size>& state, ThreadId thread, std::size_t) {
  state.threads[thread].awaits = false;
  state.threads[thread].passed_over = {};
}

// The rule. A later store may still order racing writes: not those that are known before what is
// read now, for the read has been.
template <class Size>
void take(const Context& context, InOrderState<Size>& state, ThreadId thread, std::size_t source) {
  const Semantics& semantics = context.semantics;
  auto& mine = state.threads[thread];
  const Access& access = semantics.access(thread, mine.pc);
  const auto known = state.memory.ordered_before(mine.knowledge.view, access, semantics);
  state.memory.never_after(source, known);
  ptx_model::load(mine.knowledge, shared_of(semantics, state), access, source);
}

}  // namespace

// The read half, of a write whose guard holds. `alone`: nothing is written with it. False when it
// contradicts what is ordered by other means.
template <class Size>
bool InOrderForm<Size>::read(State& state, ThreadId thread, std::size_t source, bool alone) const {
  const auto meet = [&](auto&&...) {
    if (alone) meet_accesses(context_, state, thread, false);
  };
  return in_turn(context_, state, thread, source,  //
                 stop_awaiting<Size>,              //
                 order_read<Size>,                 // SC-per-Location
                 read_behind_fences<Size>,         // Fence-SC, left open
                 take<Size>,                       // the rule
                 meet, observe_accesses<Size>);    // races
}

// Calls f(write, number in steps) for each write that the access, the thread's next, may read, the
// initial one first.
template <class Size>
template <class F>
void InOrderForm<Size>::for_each_source(const State& state, const Access& access, F&& f) const {
  const Semantics& semantics = context_.semantics;
  const auto& mine = state.threads[access.thread];
  const auto below = below_access(context_, state, access);
  const auto offer = [&](std::size_t write) {
    if (!may_load(state.memory, below, write)) return;
    f(write, step_number(write, access.location, semantics));
  };
  if (!mine.awaits) offer(initial_write);
  const auto all = state.memory.at_location(access.location, semantics);
  (mine.awaits ? all & ~mine.passed_over : all).for_each(offer);
}

// A load that is no step, where a thread stands that would pass such loads for long. What it reads
// matters to nobody.
template <class Size>
bool InOrderForm<Size>::pass_load(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  State next = state;
  advance(context_, next, thread);
  if (spins(state, next, thread)) return true;
  const std::size_t number = step_number(initial_write, access.location, context_.semantics);
  sink(rule_list.step<load_{}>(thread, {number}), std::move(next));
  return false;
}

// Calls sink for those of the states behind a load that no other one is as open as.
template <class Size>
void InOrderForm<Size>::offer_least(std::vector<Read>& all, ThreadId thread, Sink sink) const {
  for (std::size_t index = 0; index < all.size(); ++index) {
    bool covered = false;
    for (std::size_t other = 0; other < all.size() && !covered; ++other) {
      if (other == index || all[other].covered) continue;
      covered = leaves_as_open(all[other].state, all[index].state, thread);
    }
    all[index].covered = covered;
  }
  for (Read& one : all) {
    if (!one.covered) sink(rule_list.step<load_{}>(thread, {one.number}), std::move(one.state));
  }
}

// From every write that may be read.
template <class Size>
bool InOrderForm<Size>::load(const State& state, ThreadId thread, Sink sink) const {
  const InstructionId pc = state.threads[thread].pc;
  if (context_.skips(thread, pc)) return pass_load(state, thread, sink);
  const Access& access = context_.semantics.access(thread, pc);
  const RegisterId destination = *register_written(context_.action(thread, pc));
  const bool chooses = !Size::finds_races && context_.options.skip_dead_loads;
  std::vector<Read> reads;
  bool pruned = false;
  for_each_source(state, access, [&](std::size_t source, std::size_t number) {
    const Value value = state.memory.value(source, access.location, context_.semantics);
    if (spins_at_once(state, thread, value)) {
      pruned = true;
      return;
    }
    State next = state;
    if (!read(next, thread, source, true)) return;
    next.threads[thread].registers[destination] = value;
    advance(context_, next, thread);
    if (spins(state, next, thread)) {
      pruned = true;
    } else if (chooses) {
      reads.push_back({number, std::move(next)});
    } else {
      sink(rule_list.step<load_{}>(thread, {number}), std::move(next));
    }
  });
  offer_least(reads, thread, sink);
  return pruned;
}

template <class Size>
bool InOrderForm<Size>::store(const State& state, ThreadId thread, Sink sink) const {
  const auto& mine = state.threads[thread];
  const auto value = value_written(context_.action(thread, mine.pc), span_of(mine.registers));
  const auto emit = [&](State&& next, std::uint16_t choice) {
    sink(rule_list.step<store_{}>(thread, {choice}), std::move(next));
  };
  write(State(state), thread, *value, Write<Size::words>::none, emit);
  return false;
}

// From every write that may be read.
template <class Size>
bool InOrderForm<Size>::atomic(const State& state, ThreadId thread, Sink sink) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  bool pruned = false;
  for_each_source(state, access, [&](std::size_t source, std::size_t number) {
    const auto emit = [&](State&& next, std::uint16_t choice) {
      const auto way = static_cast<std::uint8_t>(choice);
      sink(rule_list.step<atomic_{}>(thread, {number, way}), std::move(next));
    };
    pruned = modify(state, thread, source, emit) || pruned;
  });
  return pruned;
}

// What the thread's next instruction stores if it reads this write; nothing if it does not store.
template <class Size>
std::optional<Value> InOrderForm<Size>::value_stored(const State& state, ThreadId thread,
                                                     std::size_t source) const {
  const auto& mine = state.threads[thread];
  const Action& action = context_.action(thread, mine.pc);
  const auto registers = span_of(mine.registers);
  const Atomic* const instruction = read_modify_write(action);
  if (instruction == nullptr) return value_written(action, registers);
  const LocationId location = context_.semantics.access(thread, mine.pc).location;
  const Stored stored =
      combine(*instruction, state.memory.value(source, location, context_.semantics),
              value_of(instruction->operand, registers), compared_value(action, registers),
              context_.semantics.reading());
  return stored.writes ? std::optional(stored.value) : std::nullopt;
}

// A read-modify-write that reads this write. Returns whether a spinning iteration was left out.
template <class Size>
bool InOrderForm<Size>::modify(const State& state, ThreadId thread, std::size_t source,
                               Emit emit) const {
  const auto& mine = state.threads[thread];
  const Atomic& instruction = *read_modify_write(context_.action(thread, mine.pc));
  const Access& access = context_.semantics.access(thread, mine.pc);
  const Value old = state.memory.value(source, access.location, context_.semantics);
  const std::optional<Value> stored = value_stored(state, thread, source);
  // An iteration that fails to change a location with total coherence can be left
  // out: whoever reads its write can read the one before it instead.
  const bool quiet = !stored || (*stored == old && context_.semantics.uniform(access.location));
  if (quiet && spins_at_once(state, thread, old)) return true;
  // Of two that have read the same one would be in between (8.10.3).
  const bool alone = context_.semantics.uniform(access.location);
  if (!quiet && alone && state.memory.is_modified(source, access.location, context_.semantics)) {
    return false;
  }
  State next = state;
  if (!read(next, thread, source, !stored)) return false;
  if (instruction.destination) next.threads[thread].registers[*instruction.destination] = old;
  if (quiet) {
    State after = next;
    advance(context_, after, thread);
    if (spins(state, after, thread)) return true;
    if (!stored) {
      emit(std::move(after), 0);
      return false;
    }
  }
  write(std::move(next), thread, *stored, static_cast<std::uint8_t>(source), emit);
  return false;
}

}  // namespace opexplore::ptx_model
