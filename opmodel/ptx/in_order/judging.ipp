// What judging infinite runs asks of the in-order form: where threads are, and memory's own steps.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/load.hpp"
#include "opmodel/ptx/rules/propagate.hpp"

namespace opexplore::ptx_model {

// Whether the thread, which stands at a barrier, has a step there.
template <class Size>
bool InOrderForm<Size>::may_arrive(const State& state, ThreadId thread) const {
  const auto& mine = state.threads[thread];
  const Arrival arrival =
      arrival_at(context_.semantics.reading(), *barrier_of(context_.action(thread, mine.pc)),
                 span_of(mine.registers));
  const ThreadMask cta = context_.barriers.cta(thread);
  const bool passes = std::ranges::any_of(state.gatherings, [&](const Gathering<Size>& gathering) {
    return gathering.complete && gathering.cta == cta && gathering.resource == arrival.resource;
  });
  return passes || state.barriers.may_arrive(context_.barriers, thread, arrival.resource);
}

template <class Size>
void InOrderForm<Size>::propagate(const State& state, Sink sink) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t l = 0; l < context_.semantics.locations(); ++l) {
      const auto location = static_cast<LocationId>(l);
      if (!may_propagate(context_, state, thread, location)) continue;
      State next = state;
      ptx_model::propagate(next.threads[t].floor, next.memory, location, context_.semantics);
      end_step(context_, next);
      sink(rule_list.step<propagate_{}>(thread, {location}), std::move(next));
    }
  }
}

template <class Size>
Standing InOrderForm<Size>::standing(const State& state) const {
  Standing result;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const InstructionId pc = state.threads[t].pc;
    if (state.barriers.waits(thread)) {
      result.waiting |= thread_bit(thread);
    } else if (context_.finished(thread, pc)) {
      result.ended |= thread_bit(thread);
    } else if (barrier_of(context_.action(thread, pc)) != nullptr && !may_arrive(state, thread)) {
      result.waiting |= thread_bit(thread);
    }
  }
  return result;
}

template <class Size>
auto InOrderForm<Size>::placed(const State& state, Step step) const -> std::optional<Placed> {
  if (!is_one_of<store_, atomic_>(step) || !state.memory.has_room(context_.semantics)) return {};
  const ThreadId thread = step.thread;
  State next = state;
  std::size_t source = Write<Size::words>::none;
  std::size_t way = 0;
  if (is_one_of<store_>(step)) {
    way = rule_list.argument<store_{}>(step).way;
  } else {
    const AtomicArgument argument = rule_list.argument<atomic_{}>(step);
    source = write_of_step(argument.write, context_.semantics);
    way = argument.way;
    if (!read(next, thread, source, false)) return {};
  }
  const auto value = value_stored(state, thread, source);
  if (!value) return {};
  std::optional<Placed> result;
  const auto keep = [&](State&& with, std::uint16_t choice) {
    const std::size_t at = with.memory.place_for(static_cast<ThreadId>(thread + 1), 0) - 1;
    if (choice == way) result = Placed{std::move(with.memory), at};
  };
  place_write(std::move(next), thread, *value, static_cast<std::uint8_t>(source), keep);
  return result;
}

template <class Size>
StepDuties InOrderForm<Size>::step_duties(const State& state, Step step) const {
  const auto written = placed(state, step);
  if (!written) return {};
  return duties_of_write(context_, written->memory, written->write);
}

template <class Size>
bool InOrderForm<Size>::cut_by_window(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const InstructionId pc = state.threads[t].pc;
    if (context_.finished(thread, pc) || state.barriers.waits(thread)) continue;
    const Access& access = context_.semantics.access(thread, pc);
    if (!access.writes || !window_closed(context_, state, access.location)) continue;
    if (!access.reads) return true;
    bool writes = false;
    for_each_source(state, access, [&](std::size_t source, std::size_t) {
      writes = writes || value_stored(state, thread, source).has_value();
    });
    if (writes) return true;
  }
  return false;
}

}  // namespace opexplore::ptx_model
