// Fences, barriers and local instructions of the in-order form.
#include <span>
#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/rules/barrier.hpp"
#include "opmodel/ptx/rules/fence.hpp"
#include "opmodel/ptx/rules/fence_sc.hpp"
#include "opmodel/ptx/rules/proxy_fence.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
FenceFacts InOrderForm<Width>::next_fence(const State& state, ThreadId thread) const {
  return *fence_of(context_.action(thread, state.threads[thread].pc));
}

template <unsigned Width>
bool InOrderForm<Width>::fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  ptx_model::fence(next.threads[thread].knowledge, shared_of(context_.semantics, next), thread,
                   facts);
  advance(context_, next, thread);
  sink(rule_list.step<fence_{}>(thread), std::move(next));
  return false;
}

// Comes after every fence.sc that has run, in the Fence-SC order: what each thread knew at its last
// one is kept by the scope that reached (Knowledge::fenced).
template <unsigned Width>
bool InOrderForm<Width>::fence_sc(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  SmallVector<const View<Width>*, max_threads> earlier;
  for (std::size_t u = 0; u < state.threads.size(); ++u) {
    const Scope needed = context_.semantics.distance(static_cast<ThreadId>(u), thread);
    if (u == thread || facts.scope < needed) continue;
    earlier.push_back(&state.threads[u].knowledge.fenced[level(needed)]);
  }
  Knowledge<Width>& knowledge = next.threads[thread].knowledge;
  ptx_model::fence_sc(knowledge, shared_of(context_.semantics, next), thread, facts,
                      std::span<const View<Width>* const>(earlier.data(), earlier.size()), 0);
  publish(knowledge.fenced, facts.scope, knowledge.view);
  advance(context_, next, thread);
  sink(rule_list.step<fence_sc_{}>(thread), std::move(next));
  return false;
}

template <unsigned Width>
bool InOrderForm<Width>::proxy_fence(const State& state, ThreadId thread, Sink sink) const {
  State next = state;
  const FenceFacts facts = next_fence(state, thread);
  ptx_model::proxy_fence(next.threads[thread].knowledge.view, thread, *facts.proxy,
                         context_.semantics);
  advance(context_, next, thread);
  sink(rule_list.step<proxy_fence_{}>(thread), std::move(next));
  return false;
}

template <unsigned Width>
bool InOrderForm<Width>::barrier(const State& state, ThreadId thread, Sink sink) const {
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

template <unsigned Width>
bool InOrderForm<Width>::local(const State& state, ThreadId thread, Sink sink) const {
  // Fused local steps end before a local instruction only when they diverge.
  if (context_.options.fuse_local) return false;
  State next = state;
  auto& mine = next.threads[thread];
  context_.local.step(thread, mine.pc, span_of(mine.registers));
  end_step(context_, next);
  sink(rule_list.step<local_{}>(thread), std::move(next));
  return false;
}

template bool InOrderForm<1>::fence(const InOrderState<1>&, ThreadId,
                                    FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::fence_sc(const InOrderState<1>&, ThreadId,
                                       FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::proxy_fence(const InOrderState<1>&, ThreadId,
                                          FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::barrier(const InOrderState<1>&, ThreadId,
                                      FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<1>::local(const InOrderState<1>&, ThreadId,
                                    FunctionRef<void(Step, InOrderState<1>&&)>) const;
template bool InOrderForm<few_stages>::fence(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::fence_sc(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::proxy_fence(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::barrier(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;
template bool InOrderForm<few_stages>::local(
    const InOrderState<few_stages>&, ThreadId,
    FunctionRef<void(Step, InOrderState<few_stages>&&)>) const;

}  // namespace opexplore::ptx_model
