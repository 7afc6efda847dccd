#pragma once

#include "opmodel/ptx/in_order/look_ahead.hpp"
#include "opmodel/ptx/rules/load.hpp"

namespace opexplore::ptx_model {

// What these threads may still store to the location; no value if nothing.
template <class Size>
PossibleValues stored_later(const Context& context, const InOrderState<Size>& state,
                            LocationId location, ThreadMask threads) {
  PossibleValues result;
  for_each_thread(threads, [&](ThreadId u) {
    const auto* const stores = context.goal_facts->stores_ahead(u, state.threads[u].pc, location);
    if (stores != nullptr) result.add(*stores);
  });
  return result;
}

template <class Size>
ThreadMask all_threads(const InOrderState<Size>& state) {
  return ~ThreadMask{0} >> (max_mask_threads - state.threads.size());
}

// What the read may return that gives the register of a thread its last value.
template <class Size>
PossibleValues readable_values(const Context& context, const InOrderState<Size>& state,
                               ThreadId thread, const LastWrite& last) {
  const Semantics& semantics = context.semantics;
  const Access& access = semantics.access(thread, *last.read);
  View<Size> view = state.threads[thread].knowledge.view;
  for (const Scope scope : last.fences) {
    for (const std::uint16_t cluster : context.fence_clusters.read(thread, scope)) {
      view |= state.fences[cluster];
    }
  }
  PossibleValues result = last.own;
  // A form that may be outgrown speaks of late reads, too (MayOutgrow): a thread's own later
  // stores, through another name.
  const bool may_be_late = semantics.lateness().load_buffering;
  const ThreadMask own = may_be_late ? 0 : thread_bit(thread);
  result.add(stored_later(context, state, access.location, all_threads(state) & ~own));
  const auto known = state.memory.ordered_before(view, access, semantics);
  const auto add = [&](std::size_t write) {
    if (result.is_any() || !may_load(state.memory, known, write)) return;
    result.add(state.memory.value(write, access.location, semantics));
  };
  add(initial_write);
  state.memory.at_location(access.location, semantics).for_each(add);
  return result;
}

template <class Size>
PossibleValues last_values(const Context& context, const InOrderState<Size>& state,
                           LocationId location) {
  std::size_t settled = 0;
  while (context.observed_locations[settled] != location) ++settled;
  if (settled < state.settled.size()) return PossibleValues(state.settled[settled]);
  PossibleValues result = stored_later(context, state, location, all_threads(state));
  const auto last = state.memory.last(location, context.semantics);
  const auto add = [&](std::size_t write) {
    result.add(state.memory.value(write, location, context.semantics));
  };
  if (last.empty()) add(initial_write);
  last.for_each(add);
  return result;
}

template <class Size>
PossibleValues possible_values(const Context& context, const InOrderState<Size>& state,
                               std::size_t observable) {
  const Observable& asked = context.test.observables[observable];
  if (const auto* const term = std::get_if<LocationTerm>(&asked)) {
    return last_values(context, state, context.test.program.addresses[term->address].location);
  }
  const auto& term = std::get<RegisterTerm>(asked);
  const auto& mine = state.threads[term.thread];
  const LastWrite& last = context.goal_facts->last_write(observable, mine.pc);
  if (last.done) return PossibleValues(mine.registers[term.reg]);
  if (!last.read) return context.goal_facts->ever(observable);
  return readable_values(context, state, term.thread, last);
}

template <class Size>
ThreadMask threads_for_goal(const Context& context, const InOrderState<Size>& state,
                            ThreadId thread, ThreadMask writers) {
  const InstructionId pc = state.threads[thread].pc;
  const auto decided = context.goal_facts->decided_by(thread, pc);
  if (!decided) return writers;
  const LocationId location = context.semantics.access(thread, pc).location;
  ThreadMask result = 0;
  for_each_thread(writers, [&](ThreadId u) {
    const PossibleValues stored = stored_later(context, state, location, thread_bit(u));
    const auto possible = [&](std::size_t observable) {
      return observable == *decided ? stored : possible_values(context, state, observable);
    };
    if (context.goal.is_open(possible)) result |= thread_bit(u);
  });
  return result;
}

}  // namespace opexplore::ptx_model
