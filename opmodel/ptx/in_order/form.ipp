#pragma once

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
  if (context_.symmetry.none()) return for_each_chosen_step(state, sink);
  // Only now: whoever looks at a thread before and after its step finds it in its place.
  return for_each_chosen_step(state, [&](Step step, State&& next) {
    // Of what is settled the first locations are known, whichever could have been.
    if (next.settled.empty()) make_canonical(context_, next);
    sink(step, std::move(next));
  });
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
    const bool runs = !context_.finished(thread, pcs.back()) && !state.barriers.waits(thread);
    if (runs) able |= thread_bit(thread);
  }
  const auto first = [&](ThreadMask left) {
    if (context_.options.ample_threads) return choose_threads(context_, state, left);
    if (!context_.options.split_components) return left;
    return left & context_.components.to_expand(span_of(std::as_const(pcs)),
                                                state.barriers.waiting(), left);
  };
  const auto component = [&](ThreadMask left) {
    const ThreadMask chosen = first(left);
    return leaves_races(context_, state, chosen, left) ? left : chosen;
  };
  const auto step = [&](ThreadId thread, Sink each) { return for_each_step(state, thread, each); };
  const bool pruned = expand<State>(able, component, step, sink);
  if (context_.options.liveness) propagate(state, sink);
  return pruned;
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
