#pragma once

#include <optional>
#include <utility>

#include "opmodel/ptx/expand.hpp"
#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/choice.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/permute.hpp"
#include "opmodel/ptx/in_order/races.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/settle.hpp"

namespace opexplore::ptx_model {

template <class Size>
bool InOrderForm<Size>::final(const State& state) const {
  return all_finished(context_, state) && settled(context_, state);
}

template <class Size>
bool InOrderForm<Size>::for_each_step(const State& state, Sink sink) const {
  if (context_.symmetry.none() && !context_.fuses_independent) {
    return for_each_chosen_step(state, sink);
  }
  // Only now: whoever looks at a thread before and after its step finds it in its place.
  return for_each_chosen_step(state, [&](Step step, State&& next) {
    if (context_.fuses_independent) run_on(next, step.thread);
    if (context_.symmetry.none()) return sink(step, std::move(next));
    // Of what is settled the first locations are known, whichever could have been.
    if (next.settled.empty()) make_canonical(context_, next);
    sink(step, std::move(next));
  });
}

// Whether the thread's next instruction is one that nobody else can affect, and the way ahead.
template <class Size>
bool InOrderForm<Size>::goes_on(const State& state, ThreadId thread) const {
  const InstructionId pc = state.threads[thread].pc;
  if (state.too_many_writes || context_.finished(thread, pc) || state.barriers.waits(thread) ||
      context_.steps_back[thread][pc]) {
    return false;
  }
  const std::uint8_t rule = context_.semantics.rule(thread, pc);
  return rule == number<store_> || rule == number<fence_> || rule == number<proxy_fence_> ||
         (rule == number<fence_sc_> && Size::leaves_fences_open);
}

// A store that may take several places is a step of its own.
template <class Size>
void InOrderForm<Size>::run_on(State& state, ThreadId thread) const {
  while (goes_on(state, thread)) {
    std::optional<State> only;
    std::size_t ways = 0;
    for_each_step(state, thread, [&](Step, State&& next) {
      if (++ways == 1) only = std::move(next);
    });
    if (ways != 1) return;
    state = std::move(*only);
  }
}

template <class Size>
bool InOrderForm<Size>::for_each_chosen_step(const State& state, Sink sink) const {
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
    const bool runs = !context_.finished(thread, pcs.back()) && !state.barriers.waits(thread) &&
                      !awaits_in_vain(context_, state, thread);
    if (runs) able |= thread_bit(thread);
  }
  const auto first = [&](ThreadMask left) {
    if (context_.options.ample_threads) return choose_threads(context_, state, left);
    if (!context_.options.split_components) return left;
    return left & context_.components.to_expand(span_of(std::as_const(pcs)),
                                                state.barriers.waiting(), left);
  };
  std::optional<ThreadId> reader;
  const auto component = [&](ThreadMask left) {
    const ThreadMask chosen = first(left);
    if (leaves_races(context_, state, chosen, left)) return left;
    reader = reader_of(context_, state, chosen);
    return reader ? thread_bit(*reader) : chosen;
  };
  const auto step = [&](ThreadId thread, Sink each) {
    const bool pruned = for_each_step(state, thread, each);
    if (reader == thread) await_write(state, thread, each);
    return pruned;
  };
  const bool pruned = expand<State>(able, component, step, sink);
  if (context_.options.liveness) propagate(state, sink);
  return pruned || awaits_any(state);
}

// In the place of all that the load or atomic may read later.
template <class Size>
void InOrderForm<Size>::await_write(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const InstructionId pc = state.threads[thread].pc;
  const Access& access = context_.semantics.access(thread, pc);
  next.threads[thread].awaits = true;
  next.threads[thread].passed_over = state.memory.at_location(access.location, context_.semantics);
  const bool loads = context_.semantics.rule(thread, pc) == number<load_>;
  sink(loads ? rule_list.step<load_{}>(thread, {write_to_come})
             : rule_list.step<atomic_{}>(thread, {write_to_come, 0}),
       std::move(next));
}

template <class Size>
bool InOrderForm<Size>::for_each_step(const State& state, ThreadId thread, Sink sink) const {
  const InstructionId pc = state.threads[thread].pc;
  if (context_.finished(thread, pc) || state.barriers.waits(thread)) return false;
  return execute(context_.semantics.rule(thread, pc), *this, state, thread, sink);
}

template <class Size>
Outcome InOrderForm<Size>::outcome(const State& state) const {
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return state.threads[term.thread].registers[term.reg];
  });
}

}  // namespace opexplore::ptx_model
