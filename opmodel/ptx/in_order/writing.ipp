// Writes of the in-order form: the places that a new one may take.
#pragma once

#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/in_turn.hpp"
#include "opmodel/ptx/in_order/location_order.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/in_order/renumber.hpp"
#include "opmodel/ptx/rules/propagate.hpp"
#include "opmodel/ptx/rules/store.hpp"

namespace opexplore::ptx_model {

namespace {

// Puts a write that nothing orders yet into memory. Returns its number, which is the next of its
// thread; those behind it are renumbered.
template <class Size>
std::size_t insert_write(InOrderState<Size>& state, Write<Size::words> write) {
  const std::size_t at = state.memory.place_for(static_cast<ThreadId>(write.thread + 1), 0);
  if (write.rmw_source < initial_write && write.rmw_source >= at) ++write.rmw_source;
  make_room(state, at);
  state.memory.writes[at] = write;
  return at;
}

// The rule, in four parts. Coherence: it follows what its thread knows.
template <class Size>
bool follow_known(const Context& context, InOrderState<Size>& state, ThreadId thread,
                  std::size_t write) {
  const auto& mine = state.threads[thread];
  const Access& access = context.semantics.access(thread, mine.pc);
  return may_store(state.memory, mine.knowledge.view, access, write, context.semantics);
}

// Atomicity: right behind what it has read, nothing comes in between (8.10.3).
template <class Size>
bool follow_source(const Context& context, InOrderState<Size>& state, ThreadId thread,
                   std::size_t write) {
  const Semantics& semantics = context.semantics;
  const LocationId location = semantics.access(thread, state.threads[thread].pc).location;
  const std::size_t source = state.memory.writes[write].rmw_source;
  if (source == Write<Size::words>::none || !semantics.uniform(location)) return true;
  const auto mine_alone = Size::Items::of(write);
  const auto behind = state.memory.after(source, location, semantics);
  return state.memory.order(mine_alone, behind & ~mine_alone);
}

// Progress: it follows what memory has brought to its thread.
template <class Size>
void follow_floor(const Context& context, InOrderState<Size>& state, ThreadId thread,
                  std::size_t write) {
  const auto& floor = state.threads[thread].floor;
  if (!floor.empty()) place_above(state.memory, write, floor, context.semantics);
}

// What is known and handed on.
template <class Size>
void make(const Context& context, InOrderState<Size>& state, ThreadId thread, std::size_t write) {
  auto& mine = state.threads[thread];
  const Access& access = context.semantics.access(thread, mine.pc);
  ptx_model::store(mine.knowledge, shared_of(context.semantics, state), access, write);
}

}  // namespace

// The write half: a step for each place in coherence. `source`: what the read half of an atomic
// read.
template <class Size>
void InOrderForm<Size>::write(State&& state, ThreadId thread, Value value, std::uint8_t source,
                              Emit emit) const {
  const Access& access = context_.semantics.access(thread, state.threads[thread].pc);
  if (window_closed(context_, state, access.location)) return;
  if (!state.memory.has_room(context_.semantics)) state.too_many_writes = true;
  const auto advanced = [&](State&& next, std::uint16_t choice) {
    advance(context_, next, thread);
    emit(std::move(next), choice);
  };
  if (state.too_many_writes) return advanced(std::move(state), 0);
  place_write(std::move(state), thread, value, source, advanced);
}

// The new write in each place that it may take. Precondition: there is room.
template <class Size>
void InOrderForm<Size>::place_write(State&& state, ThreadId thread, Value value,
                                    std::uint8_t source, Emit emit) const {
  const Semantics& semantics = context_.semantics;
  const InstructionId pc = state.threads[thread].pc;
  const LocationId location = semantics.access(thread, pc).location;
  Write<Size::words> mine;
  mine.thread = thread;
  mine.instruction = pc;
  mine.value = value;
  mine.rmw_source = source;
  const std::size_t at = insert_write(state, mine);
  const bool possible = in_turn(context_, state, thread, at,  //
                                follow_known<Size>,           // the rule
                                follow_source<Size>,          //
                                follow_floor<Size>,           // progress
                                meet_as_write<Size>,          // races
                                make<Size>);                  // the rule
  if (!possible) return;
  // Once the write has its place, that may contradict what is ordered by other means.
  const auto emit_possible = [&](State&& next, std::uint16_t choice) {
    const bool ordered = in_turn(context_, next, thread, at,  //
                                 order_write<Size>,           // SC-per-Location
                                 write_behind_fences<Size>);  // Fence-SC, left open
    if (ordered) emit(std::move(next), choice);
  };
  if (state.memory.unordered_strong(at, semantics) ==
      Memory<Size::words>::none) {  // no choice, no copy
    if (state.memory.atomic(location, semantics)) emit_possible(std::move(state), 0);
    return;
  }
  using Oriented = Memory<Size::words>;
  Oriented memory = std::move(state.memory);
  const auto place = [&](Oriented&& oriented, std::uint16_t choice) {
    State next = state;
    next.memory = std::move(oriented);
    emit_possible(std::move(next), choice);
  };
  for_each_orientation(std::move(memory), at, semantics,
                       FunctionRef<void(Oriented&&, std::uint16_t)>(place));
}

}  // namespace opexplore::ptx_model
