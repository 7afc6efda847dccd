// Fences, barriers and local instructions of the in-order form.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/open_fences.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/fence.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/rules/proxy_fence.hpp"

namespace opexplore::ptx_model {

template <class Size>
FenceFacts InOrderForm<Size>::next_fence(const State& state, ThreadId thread) const {
  return *fence_of(context_.action(thread, state.threads[thread].pc));
}

template <class Size>
bool InOrderForm<Size>::fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  ptx_model::fence(next.threads[thread].knowledge, shared_of(context_.semantics, next), thread,
                   facts);
  advance(context_, next, thread);
  sink(rule_list.step<fence_{}>(thread), std::move(next));
  return false;
}

// Where the order of fences is left open, no place in it (open_fences.hpp). Otherwise it
// comes after every fence.sc that has run, in the Fence-SC order: what those knew that it is
// related with is kept by clusters (fence_clusters.hpp).
template <class Size>
bool InOrderForm<Size>::fence_sc(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  if constexpr (Size::leaves_fences_open) {
    const std::size_t slot = context_.fence_slots.slot(thread, state.threads[thread].pc);
    Knowledge<Size>& knowledge = next.threads[thread].knowledge;
    knowledge.view.open.fences |= FenceSet::of(slot);
    ptx_model::fence_sc(knowledge, shared_of(context_.semantics, next), thread, facts, {}, {});
    leave_open(context_, next, slot, knowledge.view);
    advance(context_, next, thread);
    sink(rule_list.step<fence_sc_{}>(thread), std::move(next));
    return false;
  }
  std::vector<const View<Size>*> earlier;
  for (const std::uint16_t cluster : context_.fence_clusters.read(thread, facts.scope)) {
    earlier.push_back(&state.fences[cluster]);
  }
  Knowledge<Size>& knowledge = next.threads[thread].knowledge;
  ptx_model::fence_sc(knowledge, shared_of(context_.semantics, next), thread, facts,
                      std::span<const View<Size>* const>(earlier), {});
  for (const std::uint16_t cluster : context_.fence_clusters.written(thread, facts.scope)) {
    next.fences[cluster] |= knowledge.view;
  }
  advance(context_, next, thread);
  sink(rule_list.step<fence_sc_{}>(thread), std::move(next));
  return false;
}

template <class Size>
bool InOrderForm<Size>::proxy_fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  ptx_model::proxy_fence(next.threads[thread].knowledge.view, thread, *facts.proxy,
                         context_.semantics);
  advance(context_, next, thread);
  sink(rule_list.step<proxy_fence_{}>(thread), std::move(next));
  return false;
}

template <class Size>
bool InOrderForm<Size>::barrier(const State& state, ThreadId thread, Sink sink) const {
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
    return false;
  }
  advance(context_, next, thread);
  sink(rule_list.step<barrier_{}>(thread), std::move(next));
  return false;
}

template <class Size>
bool InOrderForm<Size>::local(const State& state, ThreadId thread, Sink sink) const {
  // Fused local steps end before a local instruction only when they diverge, or give up for now.
  // Going round and round is no step where only ends are looked for.
  if (context_.options.fuse_local && !context_.options.liveness) return false;
  State next = state;
  auto& mine = next.threads[thread];
  if (context_.options.fuse_local) {
    context_.local.run(thread, mine.pc, span_of(mine.registers));
  } else {
    context_.local.step(thread, mine.pc, span_of(mine.registers));
  }
  end_step(context_, next);
  sink(rule_list.step<local_{}>(thread), std::move(next));
  return false;
}

}  // namespace opexplore::ptx_model
